import type { UserRow } from '#server/auth/records/user-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type NewAct, newestAct } from '#server/operator/acts/operator-acts.ts'

/** How far apart two bans may end and still be the same one, in ms (decision 0118). */
const SAME_END_MS = 3_600_000

/**
 * Whether `ban` repeats the one in force: the same operator gave the same reason last, and it ends at the same time. A
 * repeated request counts its days from a later moment, so ends within an hour of each other are the same. `user` is
 * locked, so that of two concurrent requests the second one finds the ban of the first. A null `until` means until the
 * ban is lifted.
 */
export async function isRepeatedBan(
  tx: Tx,
  user: Pick<UserRow, 'banned_until'>,
  ban: Pick<NewAct, 'actorId' | 'subject' | 'subjectId' | 'reason'> & { until: Date | null },
): Promise<boolean> {
  const { until, actorId, reason } = ban
  const end = user.banned_until ?? ''
  const isSameEnd =
    until === null ? end === 'infinity' : Math.abs(Date.parse(end) - until.getTime()) < SAME_END_MS
  if (!isSameEnd) return false
  const newest = await newestAct(tx, { ...ban, act: 'ban' })
  return newest?.actor_id === actorId && newest.reason === reason
}
