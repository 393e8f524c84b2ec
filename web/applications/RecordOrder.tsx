import { useState } from 'react'
import type { ListedApplication } from '#contract/application-schemas.ts'
import { BADGES, CREATOR_BADGES, type CreatorBadge } from '#contract/badges.ts'
import { RANK_LABELS, RANKED_FIGURES, type RankedFigure } from '#contract/track-record.ts'
import { Select } from '#web/ui/Select.tsx'
import styles from './Application.module.css'
import { inRecordOrder } from './record-order.ts'

/** Arranges the rows of a list. */
export type Arrange = (rows: readonly ListedApplication[]) => readonly ListedApplication[]

/** The figure and the badge by which the owner looks at the applications; `onArrange` gets null for newest first. */
export function RecordOrder({ onArrange }: { onArrange: (arrange: Arrange | null) => void }) {
  const [order, setOrder] = useState<RankedFigure | null>(null)
  const [badge, setBadge] = useState<CreatorBadge | null>(null)
  function arrange(by: RankedFigure | null, having: CreatorBadge | null): void {
    setOrder(by)
    setBadge(having)
    onArrange(by === null && having === null ? null : (rows) => inRecordOrder(rows, by, having))
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
