import type { SavedSearch } from '#contract/saved-search-schemas.ts'
import { SAVED_SEARCHES, type SearchSubject } from '#contract/saved-searches.ts'
import { notApart, notApartFrom } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { shownAt } from '#server/profiles/profile-store.ts'
import { isPublic } from '#server/projects/project-store.ts'

const columns = raw(
  `saved_searches.id, saved_searches.about, nullif(saved_searches.q, '') as q, saved_searches.category,
  saved_searches.niche, saved_searches.platform, saved_searches.created_at`,
)

export const searchesOf = (db: Queryable, userId: string) =>
  rows<SavedSearch>(
    db,
    sql`select ${columns} from saved_searches where user_id = ${userId}
      order by created_at desc, id desc limit ${raw(String(SAVED_SEARCHES))}`,
  )

export type NewSearch = Omit<SavedSearch, 'id' | 'created_at'>

/** Returns the same search if the person has already saved it, else null. */
export const sameSearch = (tx: Queryable, userId: string, search: NewSearch) =>
  maybeRow<SavedSearch>(
    tx,
    sql`select ${columns} from saved_searches
      where user_id = ${userId} and about = ${search.about} and q = ${search.q ?? ''}
        and category is not distinct from ${search.category} and niche is not distinct from ${search.niche}
        and platform is not distinct from ${search.platform}`,
  )

export const countSearches = (tx: Tx, userId: string) =>
  oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from saved_searches where user_id = ${userId}`,
  )

export const insertSearch = (tx: Tx, userId: string, search: NewSearch, now: Date) =>
  oneRow<SavedSearch>(
    tx,
    sql`insert into saved_searches (user_id, about, q, category, niche, platform, created_at)
      values (${userId}, ${search.about}, ${search.q ?? ''}, ${search.category}, ${search.niche}, ${search.platform}, ${now})
      returning ${columns}`,
  )

/** Removes one of a person's own searches; returns the number of rows removed. */
export const deleteSearch = (db: Queryable, userId: string, id: string) =>
  execute(db, sql`delete from saved_searches where id = ${id} and user_id = ${userId}`)

/**
 * Records which saved searches a project or a creator matches, each once. Only their current state counts, and only
 * searches saved before them: before a project was published, before a creator joined.
 */
export const noteFinds = (db: Queryable, about: SearchSubject, id: string, now: Date) =>
  about === 'projects'
    ? execute(
        db,
        sql`insert into saved_search_finds (search_id, found_id, found_at)
          select searches.id, projects.id, ${now}
          from projects join saved_searches searches on searches.about = 'projects'
            and (searches.category is null or searches.category = projects.category)
            and searches.user_id <> projects.seller_id
            and ${notApart(raw('searches.user_id'), raw('projects.seller_id'))}
            and projects.search like search_pattern(searches.q)
          where projects.id = ${id} and projects.status = 'active' and projects.hidden_at is null
            and searches.created_at <= ${now}
          on conflict do nothing`,
      )
    : execute(
        db,
        sql`insert into saved_search_finds (search_id, found_id, found_at)
          select searches.id, profiles.id, ${now}
          from profiles join saved_searches searches on searches.about = 'creators'
            and searches.created_at <= profiles.created_at
            and ${notApart(raw('searches.user_id'), raw('profiles.id'))}
            and (searches.niche is null or profiles.niches @> array[searches.niche])
            and (searches.platform is null or profiles.platforms @> array[searches.platform])
            and profiles.search like search_pattern(searches.q)
          where profiles.id = ${id} and profiles.role = 'creator'
          on conflict do nothing`,
      )

/** Returns the searches with unmailed matches whose last mail is older than `since`. */
export const searchesToNotify = (db: Queryable, since: Date) =>
  rows<{ id: string }>(
    db,
    sql`select searches.id from saved_searches searches
      where (searches.mailed_at is null or searches.mailed_at <= ${since})
        and searches.id in (select search_id from saved_search_finds where not told)`,
  )

/** Claims a search for a mail; returns null when another process has claimed it, or it is gone. */
export const claimSearch = (tx: Tx, id: string, since: Date, now: Date) =>
  maybeRow<SavedSearch & { user_id: string }>(
    tx,
    sql`update saved_searches set mailed_at = ${now}
      where id = ${id} and (mailed_at is null or mailed_at <= ${since}) returning user_id, ${columns}`,
  )

/** Marks a search's matches as mailed, and returns those still visible, newest first. */
export const takeFinds = (
  tx: Tx,
  search: Pick<SavedSearch, 'id' | 'about'> & { user_id: string },
  now: Date,
) =>
  search.about === 'projects'
    ? rows<{ name: string }>(
        tx,
        sql`with taken as (
            update saved_search_finds set told = true where search_id = ${search.id} and not told returning found_id, found_at)
          select projects.title as name from taken join projects on projects.id = taken.found_id
          where projects.status = 'active' and ${isPublic(now)}
            and ${notApartFrom(raw('projects.seller_id'), search.user_id)}
          order by taken.found_at desc, projects.id`,
      )
    : rows<{ name: string }>(
        tx,
        sql`with taken as (
            update saved_search_finds set told = true where search_id = ${search.id} and not told returning found_id, found_at)
          select profiles.name from taken join profiles on profiles.id = taken.found_id
          where ${shownAt} ${now} and ${notApartFrom(raw('profiles.id'), search.user_id)}
          order by taken.found_at desc, profiles.id`,
      )
