import { roundWords } from '#contract/round-words.ts'
import { useProject } from '#web/projects/use-projects.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const ExtraRound = lazyComponent(
  async () => (await import('./ExtraRound.tsx')).ExtraRound,
  null,
  'nobody',
)

interface Props {
  projectId: string
  creatorName: string
  /** What the brand has typed so far: it is sent as the reason. */
  typed: string
}

/**
 * Which revision round the next request uses, out of how many agreed. Beyond those, the brand can ask for another
 * round, and nothing is refused.
 */
export function RoundLine({ projectId, creatorName, typed }: Props) {
  const { data: project } = useProject(projectId)
  const rounds = project?.rounds
  if (!rounds) return null
  const isBeyond = rounds.used >= rounds.agreed
  return (
    <>
      <p className={isBeyond ? 'sm strong' : 'sm muted'}>{roundWords.next(rounds)}</p>
      {isBeyond ? <ExtraRound {...{ projectId, rounds, creatorName, typed }} /> : null}
    </>
  )
}
