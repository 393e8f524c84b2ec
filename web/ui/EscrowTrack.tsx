import { Check, ChevronDown } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './EscrowTrack.module.css'

/** One stop of a deal, as the reader sees it. */
export interface TrackStep {
  label: string
  /** A date, a deadline or who acts: "Jun 7", "Maya, by Jun 28". */
  when?: ReactNode
  /** Further lines under it. */
  also?: readonly string[]
  /** Done, the other side's move, the reader's move, or still to come. */
  state: 'done' | 'theirs' | 'yours' | 'todo'
  /** The label starts with a name, which keeps its capital in the middle of a sentence. */
  named?: boolean
  /** True for the stops after which money is held: the rail leading on is red lead. */
  held?: boolean
  /** Inside the ring while the stop is to come: a number, the key. */
  mark?: ReactNode
}

interface Props {
  steps: readonly TrackStep[]
  /** One sentence below the folded bar: what is held and who acts by when. */
  note?: ReactNode
  /** Replaces "Step 6 of 7" once no step comes next, even if some were skipped. */
  ended?: string | null
  /** On narrow screens: a summary that opens (the default), or the whole list. */
  fold?: boolean
  large?: boolean
}

/** Reserves the sentence's space until it is known. */
const NO_WORDS = '\u00a0'

/** A deal's stops on one rail; under 900px a "Step 6 of 7" summary that opens to a vertical list. */
export function EscrowTrack({ steps, note, ended = null, fold = true, large }: Props) {
  const list = <TrackList steps={steps} large={large} />
  if (!fold) return list
  return (
    <>
      <TrackList steps={steps} large={large} className={styles.fold} />
      <details className={styles.summary}>
        <summary>
          <span className="row between">
            <span className="strong">{ended ?? stepWords(steps)}</span>
            <ChevronDown className={styles.chevron} aria-hidden="true" />
          </span>
          <span className={styles.bar} aria-hidden="true">
            {steps.map((step) => (
              <i key={step.label} className={barClass(step)} />
            ))}
          </span>
        </summary>
        {list}
      </details>
      {note === undefined ? null : (
        <p className={cx(styles.summary, styles.note, !note && styles.noWords)}>
          {note || NO_WORDS}
        </p>
      )}
    </>
  )
}

function TrackList({
  steps,
  large,
  className,
}: {
  steps: readonly TrackStep[]
  large?: boolean
  className?: string
}) {
  return (
    <ol
      className={cx(styles.track, large && styles.large, className)}
      style={{ '--between': Math.max(steps.length - 1, 1) } as CSSProperties}
    >
      {steps.map((step) => {
        const now = step.state === 'theirs' || step.state === 'yours'
        return (
          <li
            key={step.label}
            className={cx(
              styles.step,
              step.state === 'done' && styles.done,
              step.state === 'todo' && styles.todo,
              now && styles.now,
              step.state === 'yours' && styles.yours,
              step.held && styles.held,
            )}
            aria-current={now ? 'step' : undefined}
          >
            <span className={styles.dot}>
              {step.state === 'done' ? (
                <Check size={12} strokeWidth={3} aria-hidden="true" />
              ) : null}
              {step.state === 'todo' ? step.mark : null}
            </span>
            <span className={styles.label}>
              {step.label}
              {step.state === 'done' ? <span className="sr"> (done)</span> : null}
            </span>
            {step.when ? <span className={styles.when}>{step.when}</span> : null}
            {step.also?.map((line) => (
              <span key={line} className={styles.also}>
                {line}
              </span>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

/**
 * Index of the stop that waits for someone; if none does, the first one to come, and the last one when all are done.
 */
export function currentStep(steps: readonly TrackStep[]): number {
  const waits = steps.findIndex(({ state }) => state === 'yours' || state === 'theirs')
  const at = waits === -1 ? steps.findIndex(({ state }) => state === 'todo') : waits
  return at === -1 ? steps.length - 1 : at
}

/**
 * "Step 6 of 7: your review". A stop that waits for no one is named by its outcome, which has not happened yet: then
 * only the number is shown.
 */
export function stepWords(steps: readonly TrackStep[]): string {
  const at = currentStep(steps)
  const current = steps[at]
  const waits = current?.state === 'yours' || current?.state === 'theirs'
  return `Step ${at + 1} of ${steps.length}${waits ? `: ${midSentence(current)}` : ''}`
}

function barClass(step: TrackStep): string | undefined {
  if (step.state === 'done') return step.held ? styles.barHeld : styles.barDone
  if (step.state === 'yours') return styles.barYours
  if (step.state === 'theirs') return step.held ? styles.barYours : styles.barNow
  return undefined
}

function midSentence({ label, named }: TrackStep): string {
  return named ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
