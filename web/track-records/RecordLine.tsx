import type { TrackRecord } from '#contract/track-record-schemas.ts'
import { FIGURES, figureValue, RANKED_FIGURES, recordWords } from '#contract/track-record.ts'
import { BadgeList } from './BadgeList.tsx'
import styles from './RecordLine.module.css'

/** The figures that lists are sorted by, and the badges, in two short lines: for cards and rows. */
export function RecordLine({ record }: { record: TrackRecord }) {
  const { deals, figures, badges } = record
  const shown = figures.filter(({ figure }) => RANKED_FIGURES.some((name) => name === figure))
  return (
    <div className={styles.line}>
      {shown.length === 0 ? (
        <p className="sm muted">{deals === null ? recordWords.newHere : recordWords.none}</p>
      ) : (
        <dl className={styles.figures}>
          {shown.map(({ figure, ...count }) => (
            <div key={figure}>
              <dt>{FIGURES[figure].label}</dt>
              <dd>{figureValue(figure, count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {badges.length > 0 ? <BadgeList badges={badges} /> : null}
    </div>
  )
}
