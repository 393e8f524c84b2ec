import { cursorText, type Place, readCursor } from '#contract/paging.ts'
import { type CreatorSort, PROFILE_LIMITS } from '#contract/profiles.ts'
import { bestMatches, rankOf } from '#server/db/best-match.ts'
import type { RankedFigure } from '#contract/track-record.ts'
import type { Queryable } from '#server/db/pool.ts'
import { firstPage, readPage } from '#server/db/counted-page.ts'
import {
  countLimit,
  hasTyped,
  hasTypedByIndex,
  cursorId,
  mayBeMistyped,
  oneMoreThan,
  searched,
} from '#server/db/search.ts'
import { unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { notApartFromReader } from '#server/apart/apart.ts'
import { recordOf, withRecord } from '#server/track-records/track-record-presenter.ts'
import {
  badgeFilter,
  byPresented,
  type CreatorFilter,
  creatorFilters,
  isOne,
  lookedThrough,
  ownFilters,
  packageFacet,
  packageFilter,
  searchedCreators,
} from './creator-filters.ts'
import { firstNamed, isByName, namedCount } from './named-creators.ts'
import { type FoundCreatorRow, profileColumns, shownAt } from './profile-store.ts'

/** A seller's search criteria. */
export interface CreatorSearch extends CreatorFilter {
  sort: CreatorSort
  /** The cursor from the previous page; anything else means the first page. */
  after: string | undefined
}

/** A page of results; the last `near` of them are only near matches. */
export interface FoundCreators {
  creators: FoundCreatorRow[]
  near: number
  next: string | null
  /** The number of results; null after the first page. */
  total: number | null
  total_exact: boolean
}

const page = PROFILE_LIMITS.page

/** A creator in the results, with their rank among the best matches, and the total when the statement computes it. */
type FoundRow = FoundCreatorRow & {
  is_presented: boolean
  score?: number
  rank?: number
  total?: number
}

/** Returns a page of creators whose profile may be shown. Accepts any text. */
export async function findCreators(db: Queryable, asked: CreatorSearch): Promise<FoundCreators> {
  const isBest = asked.sort === 'relevance' && asked.wanted !== null
  const search =
    asked.sort === 'relevance' && !isBest ? { ...asked, sort: 'newest' as const } : asked
  const isFirst = search.after === undefined
  const cursor = search.sort === 'newest' ? ('presented' as const) : search.sort
  const place = readCursor(cursor, search.after)
  const { found, counted } = await readPage(db, {
    read: (statement) => rows<FoundRow>(db, statement),
    // The same for everyone: a few blocked creators change no total beyond the limit.
    what: { ...search, sort: null, after: null, now: null, viewerId: null },
    size: page,
    isFirst,
    page: (isCommon) => creatorPage(search, place, isCommon),
    first: search.wanted === null || isByFigure(search.sort) ? null : () => firstCreators(search),
    count: () => (search.wanted === null ? creatorCount(search) : typedCount(search)),
  })
  const creators = found.slice(0, page)
  const last = found.length > page ? creators.at(-1) : undefined
  if (last !== undefined) {
    const { id, created_at: time, is_presented: isPresented, score = 0, rank } = last
    const keys =
      rank === undefined ? [cursor === 'presented' ? Number(isPresented) : score, time] : [rank]
    return { creators, near: 0, ...counted, next: cursorText(cursor, { keys, id }) }
  }
  const room = page - creators.length
  const near =
    place === null && room > 0 && mayBeMistyped(search.wanted)
      ? await rows<FoundCreatorRow>(db, nearCreators(search, room))
      : []
  // Everything fits on this page: no count is needed.
  const all = [...creators, ...near]
  const total = isFirst ? all.length : null
  return { creators: all, near: near.length, next: null, total, total_exact: true }
}

const byScore = raw('score desc, profiles.created_at desc, profiles.id desc')

/**
 * Returns the statement for a page: the rows after `place`, plus one. When the search term is known to be common,
 * scanning the newest creators finds it soonest.
 */
export function creatorPage(
  search: CreatorSearch,
  place: Place | null,
  isCommon = false,
): Statement {
  const isRanked = search.sort === 'relevance'
  if (isByFigure(search.sort)) return byFigure(search, search.sort, place)
  return unprepared(sql`${searchedCreators(search)} select ${profileColumns}, profiles.is_presented, score, ${recordOf}
    from ${isRanked ? bestCreators(search, place) : newestCreators(search, place, isCommon)} profiles
    ${withRecord} order by ${isRanked ? byScore : byPresented}`)
}

/** Returns the statement for the first page of a text search, which also counts. */
export function firstCreators(search: CreatorSearch): Statement {
  const { wanted } = search
  const isRanked = search.sort === 'relevance'
  if (isByName(wanted)) return firstNamed(search, wanted, isRanked ? 'score' : 'presented')
  const first = firstPage('profiles', {
    matching: sql`select profiles.* from ${searched('profiles', wanted, lookedThrough)}
      where ${creatorFilters(search)} and ${hasTypedByIndex('profiles', wanted ?? '')}`,
    score: isRanked ? rankOf('profiles', wanted ?? '') : raw('0'),
    by: isRanked ? byScore : byPresented,
    size: page,
  })
  return unprepared(sql`select ${profileColumns}, profiles.is_presented, score, total, ${recordOf} from ${first} profiles
    ${withRecord} order by ${isRanked ? byScore : byPresented}`)
}

/** The sorts that use means of figures. */
const isByFigure = (sort: CreatorSort): sort is RankedFigure =>
  sort !== 'newest' && sort !== 'relevance'

/**
 * Selects creators by a figure, through the index of its ranks. A creator with too little to count is placed in the
 * middle.
 */
function byFigure(search: CreatorSearch, figure: RankedFigure, place: Place | null): Statement {
  const rank = raw(`track_records.rank_${figure}`)
  return unprepared(sql`${searchedCreators(search)} select ${profileColumns}, profiles.is_presented, ${rank} as rank, ${recordOf}
    from track_records join profiles on profiles.id = track_records.profile_id
    where ${creatorFilters(search)} and ${hasTyped('profiles', search.wanted)}
      and (${rank}, track_records.profile_id)
        < (${place?.keys[0] ?? HIGHEST_RANK}::integer, ${cursorId(place, 'falling')}::uuid)
    order by ${rank} desc, track_records.profile_id desc limit ${oneMoreThan(page)}`)
}

/** Above every rank. */
const HIGHEST_RANK = 2_000_000_000

const newestCreators = (search: CreatorSearch, place: Place | null, isCommon: boolean): Statement =>
  sql`(select profiles.*, 0 as score from profiles
    where ${isCommon ? creatorFilters(search, isOne) : creatorFilters(search)} and ${hasTyped('profiles', search.wanted)}
      and (profiles.is_presented, profiles.created_at, profiles.id)
      < (${place === null || place.keys[0] === 1}, ${place?.keys[1] ?? 'infinity'}::timestamptz, ${cursorId(place, 'falling')}::uuid)
    order by ${byPresented} limit ${oneMoreThan(page)})`

/** Matches in the name before matches in the bio alone. */
const bestCreators = (search: CreatorSearch, place: Place | null): Statement =>
  bestMatches({
    table: 'profiles',
    wanted: search.wanted ?? '',
    where: creatorFilters(search),
    place,
    page,
  })

/**
 * Counts creators up to the limit, for a text search whose page is not ordered by match quality. Applies the same
 * filters as the first page.
 */
const typedCount = (search: CreatorSearch): Statement =>
  isByName(search.wanted)
    ? namedCount(search, search.wanted)
    : unprepared(sql`select count(*) as total from (select from ${searched('profiles', search.wanted, lookedThrough)}
    where ${creatorFilters(search)} and ${hasTypedByIndex('profiles', search.wanted ?? '')} limit ${countLimit}) counted`)

/**
 * Counts creators without a text search, up to the limit. Each variant has an order that an index provides: without
 * one, PostgreSQL scans the table and bets on stopping early.
 */
export function creatorCount(search: CreatorSearch): Statement {
  const isPlain =
    search.niche === null &&
    search.platform === null &&
    packageFacet(search) === '' &&
    search.badge === null
  return unprepared(sql`select count(*) as total from (select from profiles where ${creatorFilters(search)}
    ${isPlain ? sql`order by ${byPresented}` : raw('')} limit ${countLimit}) counted`)
}

const nearCreators = (search: CreatorSearch, room: number): Statement => {
  const { wanted, niche, platform, now } = search
  return unprepared(sql`select ${profileColumns}, ${recordOf}
    from creators_nearly(search_fold(${wanted}), ${niche}, ${platform}) near
    join profiles on profiles.id = near.id ${withRecord}
    where ${shownAt} ${now} and ${notApartFromReader(raw('profiles.id'), search.viewerId)}
      and profiles.search not like search_pattern(${wanted})
      ${packageFilter(search)} ${badgeFilter(search)} ${ownFilters(search)}
    order by near.nearness desc, profiles.created_at desc, profiles.id desc limit ${room}`)
}
