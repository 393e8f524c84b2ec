import { z } from 'zod'
import { id, timestamp } from './field-schemas.ts'
import { BADGE_NAMES } from './badges.ts'
import { FIGURE_NAMES } from './track-record.ts'

const figure = z.enum(FIGURE_NAMES)

/** What a person's deals say about them, as everyone who sees the profile may read it. */
export const trackRecord = z.object({
  /** The number of deals in the window; null below RECORD_FROM, which means new here. */
  deals: z.number().nullable(),
  /** In the order of FIGURES; figures about fewer than RECORD_FROM things are left out. */
  figures: z.array(z.object({ figure, n: z.number(), of: z.number() })),
  badges: z.array(z.enum(BADGE_NAMES)),
})

/** One thing that a figure counts; `minutes` is for a median, `good` for a share. */
const sample = z.object({
  project_id: id,
  title: z.string(),
  happened_at: timestamp,
  good: z.boolean().nullable(),
  minutes: z.number().nullable(),
})

export const trackRecordSchemas = {
  /** The things behind the user's own figure, newest first; at most RECORD_ROWS. */
  'track_records.rows': {
    query: z.object({ figure }),
    answer: z.object({
      rows: z.array(sample),
      more: z.boolean(),
      /** The number of deals in the window that count in no figure (rings.ts). */
      left_out: z.number(),
    }),
  },
} as const

export type TrackRecord = z.infer<typeof trackRecord>
export type RecordSample = z.infer<typeof sample>
