import { isIPv6 } from 'node:net'
import type { AuthErrorCode, AuthRate, RateRule } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSettings } from './auth-settings.ts'

/** Takes one token from the bucket. Answers 0, or the seconds until there is one again. */
export async function takeToken(
  db: Queryable,
  key: string,
  rule: RateRule,
  now: Date,
): Promise<number> {
  const perSecond = rule.refill / rule.seconds
  // One statement takes and refuses, so that a hundred requests at once get no more than the burst.
  const taken = await maybeRow(
    db,
    sql`insert into auth.rate_buckets as bucket (key, tokens, refilled_at)
      values (${key}, ${rule.burst - 1}::float8, ${now})
      on conflict (key) do update set
        tokens = least(${rule.burst}::float8, bucket.tokens
          + greatest(0, extract(epoch from ${now}::timestamptz - bucket.refilled_at)) * ${perSecond}::float8) - 1,
        refilled_at = greatest(${now}::timestamptz, bucket.refilled_at)
      where least(${rule.burst}::float8, bucket.tokens
          + greatest(0, extract(epoch from ${now}::timestamptz - bucket.refilled_at)) * ${perSecond}::float8) >= 1
      returning 1`,
  )
  if (taken !== null) return 0
  const bucket = await oneRow<{ wait: number }>(
    db,
    sql`select ((1 - tokens) / ${perSecond}::float8
        - extract(epoch from ${now}::timestamptz - refilled_at))::float8 as wait
      from auth.rate_buckets where key = ${key}`,
  )
  return Math.max(1, Math.ceil(bucket.wait))
}

/** Puts a token back: the attempt it was taken for did not count. */
export async function returnToken(db: Queryable, key: string, rule: RateRule): Promise<void> {
  await execute(
    db,
    sql`update auth.rate_buckets set tokens = least(${rule.burst}::float8, tokens + 1) where key = ${key}`,
  )
}

/** Limits by what they protect; every refusal is a 429 that says when to come again. */
export interface RateLimits {
  /** One request of this kind from this client address. */
  request(rate: AuthRate, ip: string, now: Date): Promise<void>
  /** One mail asked for from this client address, whoever it is to and whether it will be sent. */
  mail(ip: string, now: Date): Promise<void>
  /** One try at a password or code of this account (a keyed hash of its address). */
  attempt(account: string, now: Date): Promise<void>
  /** That try was right after all. */
  attemptWasRight(account: string): Promise<void>
}

export function createRateLimits(pool: Queryable, settings: AuthSettings): RateLimits {
  async function take(
    rate: AuthRate,
    key: string,
    now: Date,
    refusal: AuthErrorCode = 'over_request_rate_limit',
  ): Promise<void> {
    const rule = settings.rates[rate]
    if (rule === undefined) return
    const wait = await takeToken(pool, `${rate}:${key}`, rule, now)
    if (wait > 0) throw new AuthError(refusal, { retryAfter: wait })
  }
  return {
    request: (rate, ip, now) => take(rate, networkOf(ip), now),
    mail: (ip, now) => take('mails', networkOf(ip), now, 'over_email_send_rate_limit'),
    attempt: (account, now) => take('attempts', account, now),
    async attemptWasRight(account) {
      const rule = settings.rates.attempts
      if (rule !== undefined) await returnToken(pool, `attempts:${account}`, rule)
    },
  }
}

/** What one client can change at will is not part of its key: the lower half of an IPv6 address. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => '0')
  // Written in one way: a proxy may spell an address with leading zeros, or in capitals.
  const groups = [...start, ...zeros, ...end].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
