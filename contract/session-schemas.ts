import { z } from 'zod'
import { id, timestamp } from './field-schemas.ts'

/** One of a person's sessions. */
export const liveSession = z.object({
  id,
  created_at: timestamp,
  /** When it was last continued: within the hour for an active one. */
  refreshed_at: timestamp,
  /** The browser's name for itself at sign-in; null when it sent none. */
  user_agent: z.string().nullable(),
  /** The requesting session. */
  current: z.boolean(),
})

export const sessionSchemas = {
  /**
   * The user's own sessions, the current one first, then by latest use; the list is bounded, because there is one per
   * device.
   */
  'sessions.list': { answer: z.array(liveSession) },
  /**
   * Signs that session out immediately, on every server. A session that is over, or that belongs to someone else, is
   * not found.
   */
  'sessions.end': { params: z.object({ id }), answer: z.object({ ended: z.literal(true) }) },
} as const

export type LiveSession = z.infer<typeof liveSession>
