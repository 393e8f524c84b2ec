import type { EventMove } from './events.ts'
import type { NoticeLine } from './notice.ts'

const nobody: NoticeLine = { nobody: 'the blocked person is not notified' }

/** Blocks are visible to their author only. */
export const blockNotices: Record<`block.${EventMove<'block'>}`, NoticeLine> = {
  'block.add': nobody,
  'block.remove': nobody,
}
