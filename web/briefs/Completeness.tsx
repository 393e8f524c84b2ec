import { completenessOf } from '#contract/brief-gaps.ts'
import type { BriefDraft } from './brief-draft.ts'
import { briefFormWords } from './brief-form-words.ts'
import { briefFrom } from './brief-input.ts'
import styles from './BriefForm.module.css'

const words = briefFormWords.meter

/** How complete the brief is, and what is missing. */
export function Completeness({ draft, className }: { draft: BriefDraft; className?: string }) {
  const { gaps, answered, asked } = completenessOf(briefFrom(draft))
  const title = words.title(answered, asked)
  return (
    <div className={className}>
      <div className={styles.meter}>
        <div className="row between">
          <span className="sm strong num">{title}</span>
          {gaps.length > 0 ? <span className="xs faint">{words.hint}</span> : null}
        </div>
        <meter className={styles.bar} min={0} max={asked} value={answered} aria-label={title} />
        {gaps.length === 0 ? (
          <p className="sm muted">{words.complete}</p>
        ) : (
          <ul className={styles.gaps}>
            {gaps.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
