import type { RateRule } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, type Fragment, maybeRow, oneRow, raw, sql } from '#server/db/sql.ts'

/** Where buckets are stored. */
export interface Buckets {
  table: Fragment
  /** The `from` clause of the `select`: what the statement sets for its transaction. */
  from: Fragment
}

/**
 * An unlogged table: these buckets are full again after a crash or a failover, which costs no more than a fresh burst.
 */
export const PASSING: Buckets = { table: raw('auth.rate_buckets'), from: raw('') }

/**
 * The table is replicated to standbys, so a crash or a failover gives no one a fresh burst of guesses. Statements do
 * not wait for the disk or for a standby (decision 0052), so at most the last second's guesses are lost. Only for
 * statements outside of a transaction: inside one, the whole transaction would not wait.
 */
export const GUESSES: Buckets = {
  table: raw('auth.guess_buckets'),
  from: raw(`from set_config('synchronous_commit', 'off', true)`),
}

/** Takes one token from the bucket. Returns 0, or the seconds until there is one. */
export async function takeToken(
  db: Queryable,
  key: string,
  rule: RateRule,
  now: Date,
  { table, from }: Buckets = PASSING,
): Promise<number> {
  const perSecond = rule.refill / rule.seconds
  // A single statement takes or refuses, so that a hundred concurrent requests get no more than the burst.
  const taken = await maybeRow(
    db,
    sql`insert into ${table} as bucket (key, tokens, refilled_at)
      select ${key}::text, ${rule.burst - 1}::float8, ${now}::timestamptz ${from}
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
      from ${table} where key = ${key}`,
  )
  return Math.max(1, Math.ceil(bucket.wait))
}

/** Returns a token: the attempt it was taken for did not count. */
export async function returnToken(
  db: Queryable,
  key: string,
  rule: RateRule,
  { table, from }: Buckets = PASSING,
): Promise<void> {
  await execute(
    db,
    sql`update ${table} set tokens = least(${rule.burst}::float8, tokens + 1) ${from} where key = ${key}`,
  )
}
