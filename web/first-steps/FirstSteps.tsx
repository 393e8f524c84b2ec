import { ChevronRight, X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { type FirstStep, isListOpen, isOptional } from '#contract/first-steps.ts'
import type { Role } from '#contract/profiles.ts'
import { messageOf } from '#web/api/errors.ts'
import { keepFocus } from '#web/loading/keep-focus.ts'
import { Tag } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Glyph } from '#web/ui/glyphs.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  HIDE_FAILED,
  HIDE_LIST,
  LIST_TITLE,
  progressWords,
  STEP_WORDS,
} from './first-step-words.ts'
import styles from './FirstSteps.module.css'
import { useDismissFirstSteps, useFirstSteps } from './use-first-steps.ts'

interface Props {
  side: Role
  /** Replaces the list's own title with more: the greeting of a page that has no other. */
  title?: string
}

/** The steps a newcomer sets up, each linked to where it is done. Shown until they are done or dismissed. */
export function FirstSteps({ side, title = LIST_TITLE[side] }: Props) {
  const { data } = useFirstSteps()
  const dismiss = useDismissFirstSteps()
  const heading = useId()
  if (!data || !isListOpen(data)) return null

  function hide(button: HTMLButtonElement) {
    const hidden = dismiss.mutateAsync()
    keepFocus(button, hidden)
    hidden.catch((error: unknown) => toast.error(HIDE_FAILED, messageOf(error)))
  }

  return (
    <section className={styles.list} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <p className="sm muted num">
          {progressWords(data.steps.filter(({ done }) => done).length, data.steps.length)}
        </p>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          className={styles.hide}
          aria-label={HIDE_LIST}
          busy={dismiss.isPending}
          onClick={({ currentTarget }) => hide(currentTarget)}
        >
          <X size={18} aria-hidden="true" />
        </Button>
      </div>
      <ol className={styles.steps}>
        {data.steps.map(({ step, done }) => (
          <Step key={step} step={step} done={done} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, done }: { step: FirstStep; done: boolean }) {
  const { label, why, to } = STEP_WORDS[step]
  return (
    <li>
      <Link className={cx(styles.step, done && styles.done)} to={to}>
        <span className={styles.glyph} aria-hidden="true">
          <Glyph name={done ? 'check' : 'dashed-ring'} />
        </span>
        <span>
          <span className={styles.label}>
            {label}
            {done ? <span className="sr"> (done)</span> : null}
            {!done && isOptional(step) ? <Tag>Optional</Tag> : null}
          </span>
          <span className="sm muted">{why}</span>
        </span>
        <ChevronRight size={18} className={styles.chevron} aria-hidden="true" />
      </Link>
    </li>
  )
}
