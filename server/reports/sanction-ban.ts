import type { UserRow } from '#server/auth/records/user-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newestAct } from '#server/operator/acts/operator-acts.ts'
import type { BanInForce } from './hidden-content.ts'
import { bansOf, type SanctionRow } from './sanction-store.ts'

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
 * The bans of an account that are in force together; none if it is not banned. The account must be locked. A ban that an
 * operator imposed without a report replaces those before it, and lifting a ban ends them all.
 */
export async function bansInForce(
  tx: Tx,
  personId: string,
  { banned_until: inForce }: Banned,
  now: Date,
): Promise<BanInForce[]> {
  if (inForce === null || !isBanned({ banned_until: inForce }, now)) return []
  const sanctions = await bansOf(tx, personId)
  const [newest] = sanctions
  const act = await newestAct(tx, { act: 'ban', subject: 'person', subjectId: personId })
  if (newest !== undefined && act?.actor_id === newest.actor_id && act.reason === newest.facts) {
    const undone = sanctions.flatMap((one) => (one.undone_at === null ? [] : one.id))
    const bans = [
      ...(newest.taken?.bans_before ?? []),
      { sanction_id: newest.id, until: newest.until },
    ].filter(({ sanction_id: id }) => id === null || !undone.includes(id))
    if (latestEnd(bans) === endOf(inForce)) return bans
  }
  return [{ sanction_id: null, until: inForce === 'infinity' ? null : inForce }]
}

/**
 * When an account's ban ends once a sanction no longer counts: a time, 'infinity', or null if no other ban is in force.
 * Call it before the sanction is undone.
 */
export async function endWithout(
  tx: Tx,
  { id, person_id: personId }: Pick<SanctionRow, 'id' | 'person_id'>,
  user: Banned,
  now: Date,
): Promise<string | null> {
  const bans = await bansInForce(tx, personId, user, now)
  const end = latestEnd(bans.filter(({ sanction_id: sanctionId }) => sanctionId !== id))
  if (end <= now.getTime()) return null
  return end === Infinity ? 'infinity' : new Date(end).toISOString()
}

const latestEnd = (bans: readonly BanInForce[]): number =>
  Math.max(...bans.map(({ until }) => endOf(until ?? 'infinity')))
