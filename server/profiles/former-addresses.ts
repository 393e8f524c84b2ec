import { FORMER_ADDRESS_DAYS } from '#contract/retention.ts'
import { daysBefore } from '#server/clocks/days.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'

/**
 * Stores the address that `next` replaces, in the transaction of the change: someone who took over an account and moved
 * it to their own mailbox must not be the only one who gets its mails.
 */
export async function keepFormerAddress(
  tx: Queryable,
  profileId: string,
  next: string,
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`insert into former_addresses (profile_id, email, left_at)
      select id, email, ${now} from profiles where id = ${profileId} and email <> ${next} and email <> ''
      on conflict (profile_id, email) do update set left_at = excluded.left_at`,
  )
}

/**
 * Returns the addresses for mails about what could cost a person money: their current address and recently replaced
 * ones.
 */
export async function addressesOf(db: Queryable, profileId: string, now: Date): Promise<string[]> {
  const found = await rows<{ email: string }>(
    db,
    sql`select email from profiles where id = ${profileId} and email <> ''
      union select email from former_addresses
        where profile_id = ${profileId} and left_at > ${daysBefore(now, FORMER_ADDRESS_DAYS)}
      order by email`,
  )
  return found.map(({ email }) => email)
}
