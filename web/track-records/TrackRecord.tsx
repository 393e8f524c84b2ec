import { useEffect, useRef, useState } from 'react'
import { BADGES } from '#contract/badges.ts'
import type { TrackRecord as Shown } from '#contract/track-record-schemas.ts'
import {
  type Count,
  type FigureName,
  FIGURES,
  figureNumbers,
  figureValue,
  recordWords as words,
} from '#contract/track-record.ts'
import { cx } from '#web/ui/cx.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { BadgeList } from './BadgeList.tsx'
import styles from './TrackRecord.module.css'

/** For the owner: called when they open an explanation. */
const FigureRows = lazyComponent(
  async () => (await import('./FigureRows.tsx')).FigureRows,
  null,
  'nobody',
)

interface Props {
  record: Shown
  /** Whether the reader may see the deals behind the figures. */
  isOwn: boolean
}

/**
 * What someone's deals say about them: each figure opens an explanation of how it is counted. Works before any script
 * has run.
 */
export function TrackRecord({ record, isOwn }: Props) {
  const { deals, figures, badges } = record
  return (
    <section className={styles.record} aria-label={words.title}>
      {badges.length > 0 ? <BadgeList badges={badges} /> : null}
      {figures.length > 0 ? (
        <div className={cx(styles.figures, figures.length % 3 === 0 && styles.three)}>
          {figures.map(({ figure, ...count }) => (
            <OneFigure key={figure} figure={figure} count={count} isOwn={isOwn} />
          ))}
        </div>
      ) : null}
      <p className="sm muted">
        {deals === null ? (
          <>
            <strong>{words.newHere}.</strong> {words.newHint}
          </>
        ) : figures.length === 0 ? (
          words.none
        ) : (
          words.window(deals)
        )}
      </p>
      {badges.length > 0 ? (
        <details className={styles.rules}>
          <summary>{words.badgeRules}</summary>
          <dl>
            {badges.map((badge) => (
              <div key={badge}>
                <dt>{BADGES[badge].label}</dt>
                <dd>{BADGES[badge].earned}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </section>
  )
}

function OneFigure({ figure, count, isOwn }: { figure: FigureName; count: Count; isOwn: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { label, counted } = FIGURES[figure]
  const details = useRef<HTMLDetailsElement>(null)
  // If it was opened before a script ran, no event was reported.
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <details
      ref={details}
      className={styles.figure}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.label}>{label}</span>{' '}
        <span className={styles.value}>{figureValue(figure, count)}</span>
      </summary>
      <div className={styles.how}>
        <p className="strong">{figureNumbers(figure, count)}</p>
        <p>{counted}</p>
        {isOpen && isOwn && figure !== 'rating' ? <FigureRows figure={figure} /> : null}
      </div>
    </details>
  )
}
