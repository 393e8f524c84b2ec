import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'

/**
 * A count that drains by the hour and never exceeds `most`, shared by all processes. Stored beside the token buckets,
 * in an unlogged table: after a crash it starts at zero again.
 */
export interface DrainingCount {
  key: string
  perHour: number
  most: number
}

/** The count at a moment. */
export async function readCount(
  db: Queryable,
  { key, perHour }: DrainingCount,
  now: Date,
): Promise<number> {
  const row = await maybeRow<{ count: number }>(
    db,
    sql`select greatest(0, tokens - greatest(0, extract(epoch from ${now}::timestamptz - refilled_at))
        * ${perHour / 3_600}::float8)::float8 as count
      from auth.rate_buckets where key = ${key}`,
  )
  return row?.count ?? 0
}

/**
 * Counts one more, unless that would exceed `allowed`: then it returns false and counts nothing. A single statement
 * decides, so that a hundred concurrent requests cannot exceed the limit.
 */
export async function addToCount(
  db: Queryable,
  { key, perHour, most }: DrainingCount,
  now: Date,
  allowed = Infinity,
): Promise<boolean> {
  const added = await execute(
    db,
    sql`insert into auth.rate_buckets as bucket (key, tokens, refilled_at)
      select ${key}::text, 1::float8, ${now}::timestamptz where 1 <= ${allowed}::float8
      on conflict (key) do update set
        tokens = least(${most}::float8, greatest(0, bucket.tokens
          - greatest(0, extract(epoch from ${now}::timestamptz - bucket.refilled_at)) * ${perHour / 3_600}::float8) + 1),
        refilled_at = greatest(${now}::timestamptz, bucket.refilled_at)
      where greatest(0, bucket.tokens
          - greatest(0, extract(epoch from ${now}::timestamptz - bucket.refilled_at)) * ${perHour / 3_600}::float8) + 1
        <= ${allowed}::float8`,
  )
  return added === 1
}

/** Takes back one count, for something that did not happen after all. */
export async function takeFromCount(db: Queryable, { key }: DrainingCount): Promise<void> {
  await execute(
    db,
    sql`update auth.rate_buckets set tokens = greatest(0, tokens - 1) where key = ${key}`,
  )
}
