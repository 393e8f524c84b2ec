import type { FigureName } from '#contract/track-record.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { leftOutDeals, recordSamples } from './record-samples.ts'
import { RECOUNTED, recount } from './record-recount.ts'

const columns = raw(RECOUNTED.join(', '))
const replaced = raw(RECOUNTED.map((name) => `${name} = excluded.${name}`).join(', '))

/** Sorts before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Selects people as `recount` expects them. Someone who is gone, or never existed, has no record. */
const withSides = raw(`from profiles where shown_from is not null`)

/**
 * Takes up to `most` changes and removes them; returns whose records they concern. Changes written meanwhile are left
 * to the next run.
 */
export async function takeChanges(tx: Tx, most: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`with taken as (delete from track_record_changes where id in
        (select id from track_record_changes order by id limit ${most} for update skip locked)
        returning project_id, profile_id)
      select seller_id as id from taken join projects on projects.id = project_id
      union select creator_id from taken join applications using (project_id) where applications.status = 'accepted'
      union select profile_id from taken where profile_id is not null`,
  )
  return found.map(({ id }) => id)
}

/** Returns the people counted longest ago, before a moment. */
export const longestAgo = async (db: Queryable, before: Date, most: number): Promise<string[]> =>
  (
    await rows<{ profile_id: string }>(
      db,
      sql`select profile_id from track_records where computed_at < ${before} order by computed_at limit ${most}`,
    )
  ).map(({ profile_id }) => profile_id)

/** Resets everyone's record. */
export async function everyoneIsDue(db: Queryable): Promise<void> {
  await execute(db, sql`delete from track_record_changes`)
  await execute(
    db,
    sql`insert into track_records (profile_id) select id ${withSides}
      on conflict (profile_id) do update set computed_at = '-infinity'`,
  )
}

/**
 * Recounts these people's records at `now`. Their rows are locked first, in a separate statement: of two concurrent
 * recounts, the second sees what the first could not see yet.
 */
export async function recountRecords(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await execute(
    tx,
    sql`insert into track_records (profile_id) select id ${withSides} and id = any(${ids}) order by id on conflict do nothing`,
  )
  await rows(
    tx,
    sql`select from track_records where profile_id = any(${ids}) order by profile_id for update`,
  )
  await execute(
    tx,
    sql`insert into track_records (profile_id, ${columns}, computed_at)
      ${recount(sql`select id as person, role as side, ${now}::timestamptz as at ${withSides} and id = any(${ids})`)}
      on conflict (profile_id) do update set ${replaced}, computed_at = excluded.computed_at`,
  )
  // Otherwise someone who has left would stay due forever.
  await execute(
    tx,
    sql`delete from track_records where profile_id = any(${ids})
      and exists (select from profiles where id = profile_id and shown_from is null)`,
  )
}

/** One item that a person's figure counts. */
export interface SampleRow {
  project_id: string
  title: string
  happened_at: string
  good: boolean | null
  minutes: number | null
}

/** Returns the items behind a figure of a person at `now`, newest first. */
export const samplesOf = (
  db: Queryable,
  personId: string,
  { figure, now, most }: { figure: FigureName; now: Date; most: number },
) =>
  rows<SampleRow>(
    db,
    // In a subquery, so that one generic plan is kept: a plan for a known figure looks cheaper, but saves less than
    // planning costs.
    sql`with who as materialized (select id as person, role as side, ${now}::timestamptz as at ${withSides} and id = ${personId}),
      ${recordSamples}
      select project_id, title, happened_at, good, minutes from samples join projects on projects.id = project_id
      where figure = (select ${figure}::text) order by happened_at desc, project_id limit ${most}`,
  )

/** Returns the number of a person's deals at `now` that are left out of every figure, because they belong to a ring. */
export const leftOutOf = async (db: Queryable, personId: string, now: Date): Promise<number> =>
  (
    await oneRow<{ deals: number }>(
      db,
      sql`with who as materialized (select id as person, role as side, ${now}::timestamptz as at ${withSides} and id = ${personId}),
        ${recordSamples} ${leftOutDeals}`,
    )
  ).deals

/**
 * Compares the next `most` stored records after `after` with a recount at the moment each was counted. Records with
 * pending changes are skipped, because they are expected to differ.
 */
export async function compareRecords(
  db: Queryable,
  after: string,
  most: number,
): Promise<{ last: string | null; looked: number; differing: string[] }> {
  const found = await rows<{ profile_id: string; differs: boolean }>(
    db,
    sql`with page as materialized (select profile_id, computed_at from track_records where profile_id > ${after}::uuid
        order by profile_id limit ${most}),
      recounted as (${recount(
        raw(`select page.profile_id as person, role as side, computed_at as at from page
          join profiles on profiles.id = page.profile_id
          where shown_from is not null and computed_at > '-infinity'`),
      )})
      select page.profile_id, recounted.profile_id is not null and not (${waits})
          and (${raw(RECOUNTED.map((name) => `stored.${name}`).join(', '))})
            is distinct from (${raw(RECOUNTED.map((name) => `recounted.${name}`).join(', '))}) as differs
        from page join track_records stored using (profile_id) left join recounted using (profile_id)
        order by page.profile_id`,
  )
  return {
    last: found.length < most ? null : (found.at(-1)?.profile_id ?? null),
    looked: found.length,
    differing: found.filter(({ differs }) => differs).map(({ profile_id }) => profile_id),
  }
}

const waits = raw(`exists (select from track_record_changes
  left join projects on projects.id = track_record_changes.project_id
  left join applications on applications.project_id = track_record_changes.project_id and applications.status = 'accepted'
  where page.profile_id in (seller_id, applications.creator_id, track_record_changes.profile_id))`)

/** Stores what the nightly check found. */
export const keepCheck = (db: Queryable, looked: number, differing: number, now: Date) =>
  execute(
    db,
    sql`insert into track_record_checks (checked_at, looked_at, differing) values (${now}, ${looked}, ${differing})
      on conflict (number) do update set checked_at = excluded.checked_at, looked_at = excluded.looked_at,
        differing = excluded.differing`,
  )
