import { z } from 'zod'
import { id, timestamp } from './field-schemas.ts'

/** One place somebody is signed in. */
export const liveSession = z.object({
  id,
  created_at: timestamp,
  /** When it was last continued: within the hour for one that is in use. */
  refreshed_at: timestamp,
  /** What the browser called itself when it signed in; null where it said nothing. */
  user_agent: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
})

export const sessionSchemas = {
  /** One's own, the asking one first, then the latest used; of very many only those, for there is one for each device. */
  'sessions.list': { answer: z.array(liveSession) },
  /** Signs out there, at once and everywhere. One that is over, or of somebody else, is not found. */
  'sessions.end': { params: z.object({ id }), answer: z.object({ ended: z.literal(true) }) },
} as const

export type LiveSession = z.infer<typeof liveSession>
