import { BLOCKED_PEOPLE } from '#contract/blocks.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { publish } from '#server/realtime/news.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { blockedPerson, countBlocked, deleteBlock, insertBlock, lockPerson } from './block-store.ts'

/**
 * Blocks a person. Idempotent. Nothing that already exists between the two is answered or ended: it is hidden while
 * they are apart, and deals go on (decision 0078). Throws 404 for an unknown id, block.self, block.too_many.
 */
export function block(deps: Deps, viewer: Viewer, personId: string, now: Date): Promise<void> {
  if (personId === viewer.id) throw new AppError('block.self')
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    // Also finds someone who has blocked the viewer: a refusal would reveal the block.
    foundOr404(await lockPerson(tx, personId))
    if ((await blockedPerson(tx, viewer.id, personId)) !== null) return
    const { count } = await countBlocked(tx, viewer.id)
    if (count >= BLOCKED_PEOPLE) throw new AppError('block.too_many')
    const added = await insertBlock(tx, viewer.id, personId, now)
    if (added === null) return
    await recordBlock(tx, viewer, added.id, 'add')
    await publish(tx, [{ kind: 'apart', people: [viewer.id, personId] }])
  })
}

/** Removes a block; a no-op if there is none. The two stay apart while the other one has blocked the viewer. */
export function unblock(deps: Deps, viewer: Viewer, personId: string): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const removed = await deleteBlock(tx, viewer.id, personId)
    if (removed !== null) await recordBlock(tx, viewer, removed.id, 'remove')
  })
}

/** Records it, and makes the viewer's own open pages refetch. Refetching the other person's would reveal the block. */
async function recordBlock(
  tx: Tx,
  viewer: Viewer,
  id: string,
  move: 'add' | 'remove',
): Promise<void> {
  await recordEvent(tx, {
    entity: 'block',
    entityId: id,
    projectId: null,
    actorId: viewer.id,
    move,
    from: move === 'add' ? null : 'blocked',
    to: move === 'add' ? 'blocked' : 'none',
  })
  await enqueue(tx, 'realtime.changed', {
    user_ids: [viewer.id],
    topics: ['conversations', 'invitations', 'applications', 'notifications', 'dashboard'],
    project_id: null,
  })
}
