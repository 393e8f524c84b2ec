import type { ListedApplication } from '#contract/application-schemas.ts'
import type { CreatorBadge } from '#contract/badges.ts'
import type { RankedFigure } from '#contract/track-record.ts'

/**
 * How the owner views the applications: sorted by a figure, filtered by a badge, or neither. `arrange` comes with the
 * choice: the code it needs is loaded with the fields (RecordOrder).
 */
export interface Ranking {
  order: RankedFigure | null
  badge: CreatorBadge | null
  arrange: ((rows: readonly ListedApplication[]) => readonly ListedApplication[]) | null
}

/** Everyone, newest first. */
export const UNRANKED: Ranking = { order: null, badge: null, arrange: null }
