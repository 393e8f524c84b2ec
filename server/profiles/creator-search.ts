import { cursorText, type Place, readCursor } from '#contract/paging.ts'
import { type CreatorSort, type Niche, type Platform, PROFILE_LIMITS } from '#contract/profiles.ts'
import type { Queryable } from '../db/pool.ts'
import {
  boundedCount,
  countLimit,
  idBehind,
  mayBeMistyped,
  oneMoreThan,
  searched,
  UNCOUNTED,
} from '../db/search.ts'
import { plannedAnew, raw, rows, sql, type Statement } from '../db/sql.ts'
import { livingAt, profileColumns, type ProfileRow } from './profile-store.ts'

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

/**
 * Whose account it is, asked for each row that is a hit: joined, PostgreSQL would read all accounts as soon as it
 * takes the hits for many.
 */
const account = raw('from auth.users where users.id = profiles.id')

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
    where profiles.role = 'creator' and (select ${livingAt} ${now} ${account})
      and (profiles.created_at, profiles.id) < (${place?.keys[0] ?? 'infinity'}::timestamptz, ${id}::uuid)
      and (${wanted}::text is null or profiles.search like search_pattern(${wanted}))
      and (${niche}::text is null or profiles.niches @> array[${niche}]::text[])
      and (${platform}::text is null or profiles.platforms @> array[${platform}]::text[])
    order by profiles.created_at desc, profiles.id desc limit ${oneMoreThan(page)}`)
}

/** Best first: the name begins with it, a word of the name does, the name has it, only the bio has it. */
function relevantCreators(search: CreatorSearch, place: Place | null): Statement {
  const { wanted, niche, platform, now } = search
  const [score, time] = place?.keys ?? [9, 'infinity']
  return plannedAnew(sql`select ${profileColumns}, score
    from (
      select newest.*, case
          when starts_with(newest.search, search_fold(${wanted})) then 4
          when strpos(' ' || split_part(newest.search, chr(31), 1), ' ' || search_fold(${wanted})) > 0 then 3
          when strpos(split_part(newest.search, chr(31), 1), search_fold(${wanted})) > 0 then 2
          else 1 end as score
      from (
        select profiles.* from ${from(search)}
        where profiles.role = 'creator' and (select ${livingAt} ${now} ${account})
          and profiles.search like search_pattern(${wanted})
          and (${niche}::text is null or profiles.niches @> array[${niche}]::text[])
          and (${platform}::text is null or profiles.platforms @> array[${platform}]::text[])
        order by profiles.created_at desc, profiles.id desc limit ${countLimit}) newest) profiles
    where (score, created_at, id) < (${score}, ${time}::timestamptz, ${idBehind(place, 'falling')}::uuid)
    order by score desc, created_at desc, id desc limit ${oneMoreThan(page)}`)
}

/** The statement that counts: it ends where counting does. */
export function creatorCount(search: CreatorSearch): Statement {
  const { wanted, niche, platform, now } = search
  return plannedAnew(sql`select count(*) as total from (
    select from ${from(search)}
    where profiles.role = 'creator' and (select ${livingAt} ${now} ${account})
      and (${wanted}::text is null or profiles.search like search_pattern(${wanted}))
      and (${niche}::text is null or profiles.niches @> array[${niche}]::text[])
      and (${platform}::text is null or profiles.platforms @> array[${platform}]::text[])
    limit ${countLimit}) counted`)
}

const nearCreators = ({ wanted, niche, platform, now }: CreatorSearch, room: number): Statement =>
  plannedAnew(sql`select ${profileColumns}
    from creators_nearly(search_fold(${wanted}), ${niche}, ${platform}) near
    join profiles on profiles.id = near.id
    where (select ${livingAt} ${now} ${account}) and profiles.search not like search_pattern(${wanted})
    order by near.nearness desc, profiles.created_at desc, profiles.id desc limit ${room}`)

const from = ({ wanted }: CreatorSearch) =>
  searched('profiles', wanted, {
    where: `role = 'creator'`,
    order: 'profiles.created_at desc, profiles.id desc',
  })
