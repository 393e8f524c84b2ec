import { cursorText, type Place, readCursor } from '#contract/paging.ts'
import { type CreatorSort, type Niche, type Platform, PROFILE_LIMITS } from '#contract/profiles.ts'
import { bestMatches, rankOf } from '#server/db/best-match.ts'
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
  searchedWithin,
} from '#server/db/search.ts'
import { type Fragment, unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { profileColumns, type ProfileRow, shownAt } from './profile-store.ts'

/** What a seller looks for; null is anything. */
export interface CreatorSearch {
  /** As typed. */
  wanted: string | null
  niche: Niche | null
  platform: Platform | null
  sort: CreatorSort
  /** Where the page begins, as the page before said; anything else is the beginning. */
  after: string | undefined
  now: Date
}

/** A page of who was found; `near` of them, at the end, only nearly have what was typed. */
export interface FoundCreators {
  creators: ProfileRow[]
  near: number
  next: string | null
  /** How many there are; null behind the first page. */
  total: number | null
  total_exact: boolean
}

const page = PROFILE_LIMITS.page

/** A creator who was found: where among the best matches, and how many there are, where the statement tells it. */
type FoundRow = ProfileRow & { score?: number; total?: number }

/** A page of creators whose page may be shown. Throws nothing for any text whatever. */
export async function findCreators(db: Queryable, asked: CreatorSearch): Promise<FoundCreators> {
  const search = asked.wanted === null ? { ...asked, sort: 'newest' as const } : asked
  const isFirst = search.after === undefined
  const place = readCursor(search.sort, search.after)
  const { found, told } = await readPage(db, {
    read: (statement) => rows<FoundRow>(db, statement),
    what: { ...search, sort: null, after: null, now: null },
    size: page,
    isFirst,
    page: (isCommon) => creatorPage(search, place, isCommon),
    first: search.wanted === null ? null : () => firstCreators(search),
    count: () => creatorCount(search),
  })
  const creators = found.slice(0, page)
  const last = found.length > page ? creators.at(-1) : undefined
  if (last !== undefined) {
    const { id, created_at: time, score = 0 } = last
    const keys = search.sort === 'newest' ? [time] : [score, time]
    return { creators, near: 0, ...told, next: cursorText(search.sort, { keys, id }) }
  }
  const room = page - creators.length
  const near =
    place === null && room > 0 && mayBeMistyped(search.wanted)
      ? await rows<ProfileRow>(db, nearCreators(search, room))
      : []
  // All there is lies on this page: nothing has to be counted.
  const all = [...creators, ...near]
  const total = isFirst ? all.length : null
  return { creators: all, near: near.length, next: null, total, total_exact: true }
}

const byNewest = raw('profiles.created_at desc, profiles.id desc')
const byScore = raw('score desc, profiles.created_at desc, profiles.id desc')

/**
 * The statement of a page: of the rows behind `place`, one more than a page holds. Where it is known that what is looked
 * for `isCommon`, it is found soon along the newest.
 */
export function creatorPage(
  search: CreatorSearch,
  place: Place | null,
  isCommon = false,
): Statement {
  const isRanked = search.sort === 'relevance'
  return unprepared(sql`${within(search)} select ${profileColumns}, score
    from ${isRanked ? bestCreators(search, place) : newestCreators(search, place, isCommon)} profiles
    order by ${isRanked ? byScore : byNewest}`)
}

/** The statement of the first page of a search for a text: it also tells their number. */
export function firstCreators(search: CreatorSearch): Statement {
  const { wanted } = search
  const isRanked = search.sort === 'relevance'
  const first = firstPage('profiles', {
    matching: sql`select profiles.* from ${searched('profiles', wanted, lookedThrough)}
      where ${filters(search)} and ${hasTypedByIndex('profiles', wanted ?? '')}`,
    score: isRanked ? rankOf('profiles', wanted ?? '') : raw('0'),
    by: isRanked ? byScore : byNewest,
    size: page,
  })
  return unprepared(sql`select ${profileColumns}, score, total from ${first} profiles
    order by ${isRanked ? byScore : byNewest}`)
}

const newestCreators = (search: CreatorSearch, place: Place | null, isCommon: boolean): Statement =>
  sql`(select profiles.*, 0 as score from profiles
    where ${filters(search, isCommon ? isOne : hasOne)} and ${hasTyped('profiles', search.wanted)} and (profiles.created_at, profiles.id)
      < (${place?.keys[0] ?? 'infinity'}::timestamptz, ${cursorId(place, 'falling')}::uuid)
    order by ${byNewest} limit ${oneMoreThan(page)})`

/** Those whose name has what was typed before those whose bio alone does. */
const bestCreators = (search: CreatorSearch, place: Place | null): Statement =>
  bestMatches({
    table: 'profiles',
    wanted: search.wanted ?? '',
    where: filters(search),
    place,
    page,
  })

const filters = ({ niche, platform, now }: CreatorSearch, has = hasOne): Statement =>
  sql`profiles.role = 'creator' and ${shownAt} ${now}
    and (${niche}::text is null or ${has(raw('profiles.niches'), niche)})
    and (${platform}::text is null or ${has(raw('profiles.platforms'), platform)})`

/** That a column has a value: by its index, or, for a quarter of the time, in a row that is read anyway. */
const hasOne = (column: Fragment, value: string | null) => sql`${column} @> array[${value}]::text[]`
const isOne = (column: Fragment, value: string | null) => sql`${value} = any(${column})`

/**
 * The statement that counts creators where no text is looked for: it ends where counting does. All of them in an order
 * that an index has: without one PostgreSQL begins to read the table and hopes to be done early.
 */
export function creatorCount(search: CreatorSearch): Statement {
  const isPlain = search.niche === null && search.platform === null
  return unprepared(sql`select count(*) as total from (select from profiles where ${filters(search)}
    ${isPlain ? sql`order by ${byNewest}` : raw('')} limit ${countLimit}) counted`)
}

const nearCreators = ({ wanted, niche, platform, now }: CreatorSearch, room: number): Statement =>
  unprepared(sql`select ${profileColumns}
    from creators_nearly(search_fold(${wanted}), ${niche}, ${platform}) near
    join profiles on profiles.id = near.id
    where ${shownAt} ${now} and profiles.search not like search_pattern(${wanted})
    order by near.nearness desc, profiles.created_at desc, profiles.id desc limit ${room}`)

const lookedThrough = { where: `role = 'creator'`, order: byNewest.text }
const within = ({ wanted }: CreatorSearch) => searchedWithin('profiles', wanted, lookedThrough)
