import type { RecordSample, TrackRecord } from '#contract/track-record-schemas.ts'
import { BADGE_NAMES, type BadgeName } from '#contract/badges.ts'
import { FIGURE_NAMES, FIGURES, type FigureName, RECORD_FROM } from '#contract/track-record.ts'
import type { Role } from '#contract/profiles.ts'
import { raw } from '#server/db/sql.ts'
import type { SampleRow } from './track-record-store.ts'

/** A stored record as `recordOf` returns it. */
export interface RecordRow {
  deals: number
  figures: Partial<Record<FigureName, [n: number, of: number]>>
  badges: BadgeName[]
}

/** A record as one JSON column; null without a row. For `track_records` joined by that name. */
export const recordOf = raw(
  `case when track_records.profile_id is not null then json_build_object('deals', track_records.deals,
    'figures', track_records.figures, 'badges', track_records.badges) end as record`,
)
export const withRecord = raw('left join track_records on track_records.profile_id = profiles.id')

/**
 * Presents a record as everyone reads it: nothing below RECORD_FROM deals, and no figure about fewer items than that.
 * Badges have their own bounds.
 */
export function presentRecord(row: RecordRow | null, role: Role): TrackRecord {
  if (row === null) return { deals: null, figures: [], badges: [] }
  const isNew = row.deals < RECORD_FROM
  const figures = FIGURE_NAMES.flatMap((figure) => {
    const { side } = FIGURES[figure]
    const [n = 0, of = 0] = row.figures[figure] ?? []
    if (side !== null && (isNew || side !== role)) return []
    return of < RECORD_FROM ? [] : [{ figure, n, of }]
  })
  const badges = BADGE_NAMES.filter((name) => row.badges.includes(name))
  return { deals: isNew ? null : row.deals, figures, badges }
}

export const presentSample = (row: SampleRow): RecordSample => ({
  project_id: row.project_id,
  title: row.title,
  happened_at: row.happened_at,
  good: row.good,
  minutes: row.minutes,
})
