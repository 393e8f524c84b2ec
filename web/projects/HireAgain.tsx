import { paths } from '#contract/paths.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { againWords as say } from './again-words.ts'
import styles from './HireAgain.module.css'
import { firstName } from './project-words.ts'
import { RailCard } from './RailCard.tsx'

/**
 * Offers to hire the creator of a completed project for the next one; renders nothing on any other project, and nothing
 * once their account is deleted.
 */
export function HireAgain({ project }: { project: ProjectDetail }) {
  const { creator, creator_gone: isGone, status } = project
  if (creator === null || isGone || status !== 'completed') return null
  const first = firstName(creator) ?? creator.name
  return (
    <RailCard title={say.hire(first)}>
      <p className={`sm muted ${styles.text}`}>{say.hireText(first)}</p>
      <ButtonLink variant="tonal" block to={paths.hireAgain(project.id, creator.id)}>
        {say.hire(first)}
      </ButtonLink>
    </RailCard>
  )
}
