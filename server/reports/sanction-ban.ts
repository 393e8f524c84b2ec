import type { UserRow } from '#server/auth/records/user-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newestAct } from '#server/operator/acts/operator-acts.ts'
import type { SanctionRow } from './sanction-store.ts'

type Banned = Pick<UserRow, 'banned_until'>

/** A moment in ms; infinite for a ban until it is lifted. */
const endOf = (until: string): number => (until === 'infinity' ? Infinity : Date.parse(until))

/**
 * When an account's ban ends if a decision bans it until a given moment: never earlier than the ban in force, which may
 * have another reason. Null means until it is lifted.
 */
export function laterEnd({ banned_until: inForce }: Banned, until: Date | null): Date | null {
  if (until === null || inForce === null) return until
  const end = endOf(inForce)
  if (end <= until.getTime()) return until
  return end === Infinity ? null : new Date(end)
}

/** Whether the account is banned now. */
export const isBanned = ({ banned_until: inForce }: Banned, now: Date): boolean =>
  inForce !== null && endOf(inForce) > now.getTime()

/**
 * Whether the ban in force is the one that a sanction imposed: it ends when the sanction does, and no other ban came
 * after it. The account must be locked.
 */
export async function isBanOf(tx: Tx, sanction: SanctionRow, user: Banned): Promise<boolean> {
  const { person_id: subjectId, until, actor_id, facts } = sanction
  if (user.banned_until === null || endOf(user.banned_until) !== endOf(until ?? 'infinity'))
    return false
  const newest = await newestAct(tx, { act: 'ban', subject: 'person', subjectId })
  return newest?.actor_id === actor_id && newest.reason === facts
}
