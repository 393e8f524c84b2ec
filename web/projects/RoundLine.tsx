import { roundWords } from '#contract/round-words.ts'
import { useProject } from './use-projects.ts'

/** Which round of revision the next request is, of how many were agreed; beyond them it says so and refuses nothing. */
export function RoundLine({ projectId }: { projectId: string }) {
  const { data: project } = useProject(projectId)
  const rounds = project?.rounds
  if (!rounds) return null
  return (
    <p className={rounds.used < rounds.agreed ? 'sm muted' : 'sm strong'}>
      {roundWords.next(rounds)}
    </p>
  )
}
