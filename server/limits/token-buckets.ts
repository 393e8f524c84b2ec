import type { RateRule } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'

/** Takes one token from the bucket. Returns 0, or the seconds until there is one. */
export async function takeToken(
  db: Queryable,
  key: string,
  rule: RateRule,
  now: Date,
): Promise<number> {
  const perSecond = rule.refill / rule.seconds
  // One statement takes and refuses, so that a hundred concurrent requests get no more than the burst.
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

/** Returns a token: the attempt it was taken for did not count. */
export async function returnToken(db: Queryable, key: string, rule: RateRule): Promise<void> {
  await execute(
    db,
    sql`update auth.rate_buckets set tokens = least(${rule.burst}::float8, tokens + 1) where key = ${key}`,
  )
}
