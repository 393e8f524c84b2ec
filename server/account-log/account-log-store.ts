import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type AccountAct, ACCOUNT_LOG_DAYS } from '#contract/account-log.ts'
import type { AccountLogLine } from '#contract/account-schemas.ts'
import { daysBefore } from '#server/clocks/days.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'

/** The origin of a request. */
export interface AskedFrom {
  ip: string
  userAgent: string | null
}

/** The maximum number of characters stored of a browser’s user agent. */
const USER_AGENT_LENGTH = 300

/**
 * Writes a line into an account's log, in the transaction of the act itself. An account without a profile (it has not been
 * confirmed, or it is the team's) gets none, and neither does one whose deletion is under way. Returns the number of lines
 * written.
 */
export function logAccountAct(
  db: Queryable,
  profileId: string,
  act: AccountAct,
  from: AskedFrom | null,
  now: Date,
): Promise<number> {
  const userAgent = from?.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null
  return execute(
    db,
    sql`insert into account_log (profile_id, act, network, user_agent, created_at)
      select id, ${act}, ${from === null ? null : shownNetwork(from.ip)}, ${userAgent}, ${now}
      from profiles where id = ${profileId} and shown_from is not null for key share`,
  )
}

/** Returns whether a browser that was new to the account signed in after `since`. */
export async function wasSignedInElsewhereSince(
  db: Queryable,
  profileId: string,
  since: Date,
): Promise<boolean> {
  const found = await maybeRow(
    db,
    sql`select from account_log where profile_id = ${profileId} and act = 'signed_in_elsewhere'
      and created_at > ${since} limit 1`,
  )
  return found !== null
}

/**
 * Returns a page of someone's own log, newest first. Lines past their period are not shown, even if they are not
 * deleted yet.
 */
export function accountLogOf(
  db: Queryable,
  profileId: string,
  { after, now }: { after: string | undefined; now: Date },
): Promise<AccountLogLine[]> {
  const { time, id } = listPlace('newest', after)
  return rows<AccountLogLine>(
    db,
    sql`select id, act, network, user_agent, created_at from account_log
      where profile_id = ${profileId} and created_at > ${daysBefore(now, ACCOUNT_LOG_DAYS)}
        and (created_at, id) < (${time}::timestamptz, ${id}::uuid)
      order by created_at desc, id desc limit ${listPage}`,
  )
}

/** The part of an IP address that its owner recognises and that identifies no household; null for anything else. */
export function shownNetwork(ip: string): string | null {
  const plain = ip.replace(/%.*/, '')
  if (!ipaddr.isValid(plain)) return null
  const address = isIPv6(plain) ? ipaddr.process(plain) : ipaddr.parse(plain)
  const bits = address.kind() === 'ipv4' ? 24 : 48
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`)
  return `${network.toString()}/${bits}`
}
