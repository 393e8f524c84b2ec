import { RING_MONTHS, RING_RULES, RING_SIGNALS } from '#contract/rings.ts'
import { execute, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** The highest number of accounts that any signal may be on. */
const MOST = Math.max(...RING_SIGNALS.map((name) => RING_RULES[name].accounts))

/** The rules as a relation: a kind, the number of days it counts, and the most accounts it may be on. */
const rules = raw(
  `(values ${RING_SIGNALS.map((name) => {
    const { days, accounts } = RING_RULES[name]
    return `('${name}', ${days === null ? 'null::integer' : days}, ${accounts})`
  }).join(', ')}) rules (kind, days, accounts)`,
)

/** Serialises evaluations: two concurrent ones of the same pair would each write without seeing the other's changes. */
export const lockRings = (tx: Tx) =>
  execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('rings', 0))`)

/**
 * Takes up to `most` changes and removes them. Returns the accounts whose links they concern: the changed accounts, and
 * all accounts that share something with them, because one more account on a signal may invalidate it.
 */
export async function takeRingChanges(tx: Tx, most: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`with taken as (delete from ring_changes where id in
        (select id from ring_changes order by id limit ${most} for update skip locked)
        returning project_id, profile_id),
      people as (select creator_id as id from taken join applications using (project_id) where applications.status = 'accepted'
        union select profile_id from taken where profile_id is not null)
      select id from people union select near.profile_id from people
        cross join lateral (select distinct kind, mark from account_marks where profile_id = people.id offset 0) own
        cross join lateral (select distinct profile_id from account_marks shared
          where shared.kind = own.kind and shared.mark = own.mark limit ${MOST + 2}) near`,
  )
  return found.map(({ id }) => id)
}

/** A pair whose link changed. */
export interface ChangedPair {
  seller_id: string
  creator_id: string
}

/**
 * Re-evaluates all pairs of these people: who has a deal with whom, and what the two share by the rules. A link stays
 * as it was found when its evidence is older than what is kept, or when one account is gone: deleting one side must not
 * make its deals count. Returns the pairs that changed.
 */
export function relink(tx: Tx, ids: readonly string[], now: Date): Promise<ChangedPair[]> {
  return rows<ChangedPair>(
    tx,
    sql`with people as materialized (select id, role from profiles where id = any(${ids}::uuid[])),
      near as (
        select people.id, people.role, partner.id as partner_id, own.kind, own.mark, rules.days from people
          cross join lateral (select distinct kind, mark from account_marks where profile_id = people.id offset 0) own
          join ${rules} on rules.kind = own.kind
          cross join lateral (select array_agg(profile_id) as crowd from (select distinct profile_id from account_marks one
            where one.kind = own.kind and one.mark = own.mark limit ${MOST + 1}) few offset 0) seen
          join profiles partner on partner.id = any(seen.crowd) and partner.role <> people.role
          where cardinality(seen.crowd) <= rules.accounts),
      shared as (
        select case when role = 'seller' then id else partner_id end as seller_id,
            case when role = 'seller' then partner_id else id end as creator_id, kind, seen_on
          from near cross join lateral (select max(least(mine.seen_on, theirs.seen_on)) as seen_on
            from account_marks mine join account_marks theirs on theirs.kind = mine.kind and theirs.mark = mine.mark
            where mine.profile_id = near.id and theirs.profile_id = near.partner_id
              and mine.kind = near.kind and mine.mark = near.mark
              and (near.days is null or abs(theirs.seen_on - mine.seen_on) <= near.days)) both_seen
          where seen_on is not null),
      found as (
        select seller_id, creator_id, array_agg(distinct kind order by kind) as signals, max(seen_on) as seen_on from shared
          where exists (select from applications join projects on projects.id = applications.project_id
            where applications.creator_id = shared.creator_id and projects.seller_id = shared.seller_id
              and applications.status = 'accepted')
          group by 1, 2),
      gone as (
        delete from ring_links where (seller_id = any(${ids}::uuid[]) or creator_id = any(${ids}::uuid[]))
          and overruled = '{}' and seen_on > (${now}::timestamptz - ${raw(`interval '${RING_MONTHS} months'`)})::date
          and (select count(*) from profiles where id in (seller_id, creator_id) and shown_from is not null) = 2
          and not exists (select from found
            where found.seller_id = ring_links.seller_id and found.creator_id = ring_links.creator_id)
          returning seller_id, creator_id),
      linked as (
        insert into ring_links (seller_id, creator_id, signals, seen_on, found_at)
          select seller_id, creator_id, signals, seen_on, ${now} from found
          on conflict (seller_id, creator_id) do update set signals = excluded.signals, seen_on = excluded.seen_on
            where (ring_links.signals, ring_links.seen_on) is distinct from (excluded.signals, excluded.seen_on)
          returning seller_id, creator_id)
      select * from gone union select * from linked`,
  )
}

/** Sorts before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Returns everyone who may be in a link, by id: `most` of them after `after`. */
export const peopleWithMarks = async (tx: Tx, after: string, most: number): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      sql`select id from profiles where id > ${after}::uuid and (exists (select from account_marks where profile_id = id)
        or exists (select from ring_links where creator_id = id)) order by id limit ${most}`,
    )
  ).map(({ id }) => id)

/** Discards pending changes, after everyone has been re-evaluated. */
export const dropRingChanges = (tx: Tx) => execute(tx, sql`delete from ring_changes`)

/** Returns the people of those pairs that are about to be re-evaluated anyway. */
export const waitingPeople = async (tx: Tx): Promise<Set<string>> =>
  new Set(
    (
      await rows<{ id: string }>(
        tx,
        sql`select profile_id as id from ring_changes where profile_id is not null
          union select creator_id from ring_changes join applications using (project_id)`,
      )
    ).map(({ id }) => id),
  )
