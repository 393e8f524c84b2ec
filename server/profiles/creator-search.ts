import { cursorText, type Place, readCursor } from '#contract/paging.ts'
import { type CreatorSort, type Niche, type Platform, PROFILE_LIMITS } from '#contract/profiles.ts'
import { bestMatches } from '../db/best-match.ts'
import type { Queryable } from '../db/pool.ts'
import {
  boundedCount,
  countLimit,
  idBehind,
  mayBeMistyped,
  oneMoreThan,
  searched,
  searchedWithin,
  UNCOUNTED,
} from '../db/search.ts'
import { plannedAnew, rows, sql, type Statement } from '../db/sql.ts'
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

/** A page of creators whose page may be shown. Throws nothing for any text whatever. */
export async function findCreators(db: Queryable, search: CreatorSearch): Promise<FoundCreators> {
  const sort = search.wanted === null ? 'newest' : search.sort
  const place = readCursor(sort, search.after)
  const found = await rows<ProfileRow & { score?: number }>(
    db,
    creatorPage({ ...search, sort }, place),
  )
  const creators = found.slice(0, page)
  const last = found.length > page ? creators.at(-1) : undefined
  if (last !== undefined) {
    const keys = sort === 'newest' ? [last.created_at] : [last.score ?? 0, last.created_at]
    const count = search.after === undefined ? await countCreators(db, search) : UNCOUNTED
    return { creators, near: 0, ...count, next: cursorText(sort, { keys, id: last.id }) }
  }
  const room = page - creators.length
  const near =
    place === null && room > 0 && mayBeMistyped(search.wanted)
      ? await rows<ProfileRow>(db, nearCreators(search, room))
      : []
  // All there is lies on this page: nothing has to be counted.
  const all = [...creators, ...near]
  const total = search.after === undefined ? all.length : null
  return { creators: all, near: near.length, next: null, total, total_exact: true }
}

/** How many creators have what is looked for. */
const countCreators = (db: Queryable, search: CreatorSearch) =>
  boundedCount(db, creatorCount(search), { ...search, sort: null, after: null, now: null })

/** The statement of a page: of the rows behind `place`, one more than a page holds. */
export function creatorPage(search: CreatorSearch, place: Place | null): Statement {
  const { wanted, niche, platform, now } = search
  const id = idBehind(place, 'falling')
  if (search.sort === 'relevance') return relevantCreators(search, place)
  return plannedAnew(sql`select ${profileColumns}
    from ${from(search)}
    where profiles.role = 'creator' and ${shownAt} ${now}
      and (profiles.created_at, profiles.id) < (${place?.keys[0] ?? 'infinity'}::timestamptz, ${id}::uuid)
      and (${wanted}::text is null or search_has(profiles.search, search_pattern(${wanted})))
      and (${niche}::text is null or profiles.niches @> array[${niche}]::text[])
      and (${platform}::text is null or profiles.platforms @> array[${platform}]::text[])
    order by profiles.created_at desc, profiles.id desc limit ${oneMoreThan(page)}`)
}

/** Best matches first: those whose name has what was typed before those whose bio alone does. */
function relevantCreators(search: CreatorSearch, place: Place | null): Statement {
  const { wanted, niche, platform, now } = search
  const where = sql`profiles.role = 'creator' and ${shownAt} ${now}
      and (${niche}::text is null or profiles.niches @> array[${niche}]::text[])
      and (${platform}::text is null or profiles.platforms @> array[${platform}]::text[])`
  return plannedAnew(sql`${within(search)} select ${profileColumns}, score
    from ${bestMatches({ table: 'profiles', wanted: wanted ?? '', where, place, page })} profiles
    order by score desc, profiles.created_at desc, profiles.id desc`)
}

/** The statement that counts: it ends where counting does. */
export function creatorCount(search: CreatorSearch): Statement {
  const { wanted, niche, platform, now } = search
  return plannedAnew(sql`select count(*) as total from (
    select from ${from(search)}
    where profiles.role = 'creator' and ${shownAt} ${now}
      and (${wanted}::text is null or search_has(profiles.search, search_pattern(${wanted})))
      and (${niche}::text is null or profiles.niches @> array[${niche}]::text[])
      and (${platform}::text is null or profiles.platforms @> array[${platform}]::text[])
    limit ${countLimit}) counted`)
}

const nearCreators = ({ wanted, niche, platform, now }: CreatorSearch, room: number): Statement =>
  plannedAnew(sql`select ${profileColumns}
    from creators_nearly(search_fold(${wanted}), ${niche}, ${platform}) near
    join profiles on profiles.id = near.id
    where ${shownAt} ${now} and profiles.search not like search_pattern(${wanted})
    order by near.nearness desc, profiles.created_at desc, profiles.id desc limit ${room}`)

const searchedRows = {
  where: `role = 'creator'`,
  order: 'profiles.created_at desc, profiles.id desc',
}
const from = ({ wanted }: CreatorSearch) => searched('profiles', wanted, searchedRows)
const within = ({ wanted }: CreatorSearch) => searchedWithin('profiles', wanted, searchedRows)
