import type { ListedApplication } from '#contract/application-schemas.ts'
import type { CreatorBadge } from '#contract/badges.ts'
import { type RankedFigure, rankOf } from '#contract/track-record.ts'

/**
 * Sorts rows by a figure's Bayesian mean, with equal rows in their original order, and keeps only those that have the
 * badge. Null turns either off.
 */
export function inRecordOrder<Row extends Pick<ListedApplication, 'record'>>(
  rows: readonly Row[],
  order: RankedFigure | null,
  badge: CreatorBadge | null,
): readonly Row[] {
  const kept = badge === null ? rows : rows.filter(({ record }) => record.badges.includes(badge))
  if (order === null) return kept
  const rank = ({ record }: Row) =>
    rankOf(
      order,
      record.figures.find(({ figure }) => figure === order),
    )
  return kept.toSorted((one, other) => rank(other) - rank(one))
}
