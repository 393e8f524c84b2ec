import { isIPv6 } from 'node:net'
import type { AuthErrorCode, AuthRate, RateRule } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'

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
  /** One try at a secret of an account. */
  attempt(secret: GuessedSecret, guesser: Guesser, now: Date): Promise<void>
  /** That try was right after all. */
  attemptWasRight(secret: GuessedSecret, guesser: Guesser): Promise<void>
}

/** What may be guessed. Each is counted by itself: who guesses passwords does not use up the tries at a mailed code. */
export type GuessedSecret = 'password' | 'code' | 'factor'

/** Who tries, at which account. */
export interface Guesser {
  /** A keyed hash of the account's address, also for an address nobody has. */
  account: string
  ip: string
  /** A device that was signed in to the account (known-device.ts): it has tries of its own. Null: any stranger. */
  device: string | null
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
    async attempt(secret, guesser, now) {
      for (const { rate, key } of countsOf(secret, guesser)) await take(rate, key, now)
    },
    async attemptWasRight(secret, guesser) {
      for (const { rate, key } of countsOf(secret, guesser)) {
        const rule = settings.rates[rate]
        if (rule !== undefined) await returnToken(pool, `${rate}:${key}`, rule)
      }
    },
  }
}

/**
 * What a try counts against. A stranger's counts for their network and for all strangers together, so that neither a
 * neighbour nor a crowd locks out the device its owner is known by.
 */
function countsOf(
  secret: GuessedSecret,
  { account, ip, device }: Guesser,
): { rate: 'attempts' | 'attemptsAll'; key: string }[] {
  const target = `${secret}:${account}`
  if (device !== null) return [{ rate: 'attempts', key: `${target}:device:${device}` }]
  return [
    { rate: 'attempts', key: `${target}:${networkOf(ip)}` },
    { rate: 'attemptsAll', key: target },
  ]
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
