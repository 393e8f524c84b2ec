import { PROFILE_LIMITS } from '#contract/profiles.ts'
import { rankOfHead } from '#server/db/best-match.ts'
import { countLimit, inTailByIndex, isSeveralWords, oneMoreThan } from '#server/db/search.ts'
import { type Fragment, raw, sql, type Statement, unprepared } from '#server/db/sql.ts'
import { recordOf, withRecord } from '#server/track-records/track-record-presenter.ts'
import { type CreatorFilter, creatorFilters } from './creator-filters.ts'
import { profileColumns } from './profile-store.ts'

/**
 * Searches for several words, such as a full name. Many creators may have the same name, and all of them are counted.
 * So matching names are found first (`creator_names`) and their creators by an index alone: only those that a page
 * shows are read.
 */

/** Whether a text is searched for by names. A single word occurs in too many different ones. */
export const isByName = (wanted: string | null): wanted is string =>
  wanted !== null && isSeveralWords(wanted)

/**
 * Selects everyone who matches, up to the counting limit, as `id`, `created_at`, `is_presented` and `score`: by the
 * name, then by the bio alone. Each part states the limit, because otherwise PostgreSQL plans to read every creator
 * whose bio contains a common text.
 */
const named = (filter: CreatorFilter, wanted: string): Statement =>
  sql`((select profiles.id, profiles.created_at, profiles.is_presented, ${rankOfHead(raw(`('X' || creator_names.name)`), wanted)} as score
      from creator_names join profiles on profiles.folded_name = creator_names.name
      where creator_names.name like search_pattern(${wanted}) and ${creatorFilters(filter)} limit ${countLimit})
    union all (select profiles.id, profiles.created_at, profiles.is_presented, 1 from profiles
      where ${creatorFilters(filter)} and ${inTailByIndex('profiles', wanted)} limit ${countLimit}) limit ${countLimit})`

/**
 * Returns the statement for the first page, which also counts; ordered `by` columns of `found`, then in the order of
 * the page.
 */
export const firstNamed = (filter: CreatorFilter, wanted: string, by: NamedOrder): Statement =>
  unprepared(sql`with found as materialized ${named(filter, wanted)}
    select ${profileColumns}, profiles.is_presented, found.score, (select count(*) from found) as total, ${recordOf}
    from (select * from found order by ${ORDERS[by]} limit ${oneMoreThan(PROFILE_LIMITS.page)}) found
    join profiles on profiles.id = found.id ${withRecord} order by ${ORDERS[by]}`)

/** Best matches first, or creators with a filled profile first. */
export type NamedOrder = 'score' | 'presented'
const ORDERS: Record<NamedOrder, Fragment> = {
  score: raw('found.score desc, found.created_at desc, found.id desc'),
  presented: raw('found.is_presented desc, found.created_at desc, found.id desc'),
}

/** The number of matches, up to the limit. */
export const namedCount = (filter: CreatorFilter, wanted: string): Statement =>
  unprepared(sql`select count(*) as total from ${named(filter, wanted)} counted`)
