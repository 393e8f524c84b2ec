import { REVIEW_WAITS_MINUTES } from '#contract/originals.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { mediaKind } from '#web/deliverables/media.ts'

type Version = Pick<Deliverable, 'file_type' | 'preview_state' | 'created_at'>

const MINUTE_MS = 60_000

/**
 * Whether the copy of a version without one is still being made, according to the server. A guest does not receive
 * that: for guests it holds within the time after which a review begins without a copy.
 */
export function isCopyAwaited(
  { file_type, preview_state, created_at }: Version,
  reader: 'owner' | 'creator' | 'guest',
  now: Date,
): boolean {
  if (mediaKind(file_type) === 'other' || preview_state !== 'being_prepared') return false
  return (
    reader !== 'guest' || now.getTime() - Date.parse(created_at) < REVIEW_WAITS_MINUTES * MINUTE_MS
  )
}
