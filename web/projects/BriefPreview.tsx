import { memo, useDeferredValue } from 'react'
import type { BriefDraft } from '#web/briefs/brief-draft.ts'
import { briefFormWords as words } from '#web/briefs/brief-form-words.ts'
import { briefFrom } from '#web/briefs/brief-input.ts'
import { BriefView } from '#web/briefs/BriefView.tsx'
import { Completeness } from '#web/briefs/Completeness.tsx'
import styles from './ProjectForm.module.css'
import type { ProjectDraft } from './project-input.ts'

interface Props {
  draft: ProjectDraft
  brief: BriefDraft
}

/**
 * How complete a brief is, and the brief as creators will read it, while it is being typed. It renders one frame after
 * the field.
 */
export const BriefPreview = ({ draft, brief }: Props) => (
  <Preview draft={useDeferredValue(draft)} brief={useDeferredValue(brief)} />
)

const Preview = memo((props: Props) => (
  <>
    <Completeness draft={props.brief} />
    <p className={`sm muted ${styles.above}`}>{words.preview.title}</p>
    <Sheet {...props} />
  </>
))

function Sheet({ draft, brief }: Props) {
  const name = words.preview.title
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`card ${styles.sheet}`} role="region" aria-label={name} tabIndex={0}>
      <p className={`display ${styles.sheetTitle}`}>
        {draft.title.trim() || <span className="faint">Title</span>}
      </p>
      <BriefView brief={briefFrom(brief)} />
      {draft.description.trim() === '' ? null : (
        <p className={styles.sheetText}>{draft.description.trim()}</p>
      )}
    </div>
  )
}
