import { memo, useDeferredValue } from 'react'
import { centsFromText } from '#contract/amount-text.ts'
import { formatCents } from '#contract/money.ts'
import { CATEGORIES } from '#contract/projects.ts'
import { useAuth } from '#web/api/session.tsx'
import styles from './ProjectCard.module.css'
import { DueDay, ProjectCardText, ProjectShot, ShopSign } from './ProjectCard.tsx'
import type { ProjectDraft } from './project-input.ts'
import { categoryWord } from './project-words.ts'

interface Props {
  draft: ProjectDraft
  cover: string | undefined
}

/** The card as Available Projects will show it, from the current input. It renders one frame after the field. */
export const ProjectPreview = ({ draft, cover }: Props) => (
  <Card draft={useDeferredValue(draft)} cover={cover} />
)

const Card = memo(function Card({ draft, cover }: Props) {
  const { profile } = useAuth()
  const category = CATEGORIES.find((one) => one === draft.category)
  const budget = centsFromText(draft.budget)
  return (
    <div>
      <ProjectShot src={cover} />
      <ProjectCardText
        title={<h2>{draft.title.trim() || <span className="faint">Title</span>}</h2>}
        budget={
          budget === null ? <span className="faint">{formatCents(0)}</span> : formatCents(budget)
        }
        description={draft.description.trim() || <span className="faint">Description</span>}
      />
      <div className={`meta ${styles.meta}`}>
        {profile ? <ShopSign seller={profile} /> : null}
        {category ? <span>{categoryWord(category)}</span> : null}
        {/^\d{4}-\d{2}-\d{2}$/.test(draft.deadline) ? <DueDay deadline={draft.deadline} /> : null}
      </div>
    </div>
  )
})
