import { BADGES, CREATOR_BADGES, type CreatorBadge } from '#contract/badges.ts'
import { RANK_LABELS, RANKED_FIGURES, type RankedFigure } from '#contract/track-record.ts'
import { Select } from '#web/ui/Select.tsx'
import styles from './Application.module.css'
import type { Ranking } from './ranking.ts'
import { inRecordOrder } from './record-order.ts'

interface Props {
  /** Kept by the list, so that the fields match the list whenever they mount. */
  ranking: Pick<Ranking, 'order' | 'badge'>
  onRank: (ranking: Ranking) => void
}

/** The figure and the badge by which the owner sorts and filters the applications. */
export function RecordOrder({ ranking, onRank }: Props) {
  const { order, badge } = ranking
  function arrange(by: RankedFigure | null, having: CreatorBadge | null): void {
    const isAny = by === null && having === null
    onRank({
      order: by,
      badge: having,
      arrange: isAny ? null : (rows) => inRecordOrder(rows, by, having),
    })
  }
  return (
    <div className={styles.orders}>
      <Select
        aria-label="Sort by"
        value={order ?? ''}
        onChange={({ target }) =>
          arrange(RANKED_FIGURES.find((name) => name === target.value) ?? null, badge)
        }
      >
        <option value="">Newest first</option>
        {RANKED_FIGURES.map((name) => (
          <option key={name} value={name}>
            {RANK_LABELS[name]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Badge"
        value={badge ?? ''}
        onChange={({ target }) =>
          arrange(order, CREATOR_BADGES.find((name) => name === target.value) ?? null)
        }
      >
        <option value="">Any badge</option>
        {CREATOR_BADGES.map((name) => (
          <option key={name} value={name}>
            {BADGES[name].label}
          </option>
        ))}
      </Select>
    </div>
  )
}
