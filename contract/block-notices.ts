import type { EventMove } from './events.ts'
import type { NoticeLine } from './notice.ts'

const nobody: NoticeLine = { nobody: 'the blocked person is not notified' }

/** Blocks are their author's alone. */
export const blockNotices: Record<`block.${EventMove<'block'>}`, NoticeLine> = {
  'block.add': nobody,
  'block.remove': nobody,
}
