import { z } from 'zod'
import { id, idParams, listQuery, timestamp } from './field-schemas.ts'
import { personCard } from './profile-schemas.ts'

/** Someone whom the reader has blocked, and since when. */
export const blockedPerson = z.object({ id, created_at: timestamp, person: personCard })

export const blockSchemas = {
  /** The people the reader has blocked, newest first. No response reveals who has blocked the reader. */
  'blocks.list': { query: listQuery, answer: z.array(blockedPerson) },
  /** Whether the reader has blocked this person: their card, or null. */
  'blocks.get': { params: idParams, answer: z.object({ person: personCard.nullable() }) },
  /** Idempotent, both. */
  'blocks.add': { params: idParams, answer: z.object({ blocked: z.literal(true) }) },
  'blocks.remove': { params: idParams, answer: z.object({ blocked: z.literal(false) }) },
} as const

export type BlockedPerson = z.infer<typeof blockedPerson>
