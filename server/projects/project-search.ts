import { centsFromUsd } from '#contract/money.ts'
import { cursorText, type Place, readCursor } from '#contract/paging.ts'
import type { ProjectWithSeller } from '#contract/project-schemas.ts'
import { type Category, PROJECT_LIMITS, type ProjectSort } from '#contract/projects.ts'
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
import { unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { notApartFromReader } from '#server/apart/apart.ts'
import { listedProject, type ListedProjectRow } from './listed-project.ts'
import { isPublic } from './project-store.ts'

/** A creator's search criteria among active projects; null matches anything. */
export interface ProjectSearch {
  /** As typed. */
  wanted: string | null
  category: Category | null
  sort: ProjectSort
  limit: number
  /** The page's cursor, as the previous page returned it; anything else means the beginning. */
  after: string | undefined
  /** The person searching: they do not see anyone they are apart from. Null: someone who is apart from no one. */
  viewerId: string | null
  /** The day of `now`, 'YYYY-MM-DD'. */
  today: string
  now: Date
}

/** A page of results; the last `near` of them are only near matches. */
export interface FoundProjects {
  /** The contract's `projectWithSeller`, as JSON. */
  projects: string[]
  /** The total count; null after the first page. */
  total: number | null
  total_exact: boolean
  near: number
  next: string | null
}

/** Each sort: its order (that of an index), and the comparison that selects the rows after a cursor. */
const orders = {
  newest: {
    by: 'projects.created_at desc, projects.id desc',
    behind: '(projects.created_at, projects.id) <',
    type: 'timestamptz',
    start: 'infinity',
    way: 'falling',
  },
  deadline: {
    by: 'projects.deadline, projects.id',
    behind: '(projects.deadline, projects.id) >',
    type: 'date',
    start: '-infinity',
    way: 'rising',
  },
  budget: {
    by: 'projects.budget desc, projects.id desc',
    behind: '(projects.budget, projects.id) <',
    type: 'integer',
    start: 2_147_483_647,
    way: 'falling',
  },
} as const

/** A page of active projects. Accepts any text. */
export async function findProjects(db: Queryable, asked: ProjectSearch): Promise<FoundProjects> {
  const isNewest = asked.wanted === null && asked.sort === 'relevance'
  const search = isNewest ? { ...asked, sort: 'newest' as const } : asked
  const isFirst = search.after === undefined
  const place = readCursor(search.sort, search.after)
  const { found, counted } = await readPage(db, {
    read: (statement) => rows<ListedProjectRow>(db, statement),
    // The count is shared by all viewers: a few blocked projects do not change a total beyond the limit.
    what: { ...search, sort: since(search), now: null, limit: null, after: null, viewerId: null },
    size: search.limit,
    isFirst,
    page: () => pageStatement(search, place),
    first: search.wanted === null ? null : () => firstPageStatement(search),
    count: () => countStatement(search),
  })
  const page = found.slice(0, search.limit)
  const projects = page.map(({ listed }) => listed)
  const last = found.length > search.limit ? page.at(-1) : undefined
  if (last !== undefined)
    return {
      projects,
      ...counted,
      near: 0,
      next: cursorText(search.sort, placeOf(last, search.sort)),
    }
  const room = search.limit - projects.length
  const near =
    place === null && room > 0 && mayBeMistyped(search.wanted)
      ? await rows<ListedProjectRow>(db, nearStatement(search, room))
      : []
  // Everything fits on this page: no count is needed.
  const all = [...projects, ...near.map(({ listed }) => listed)]
  const total = isFirst ? all.length : null
  return { projects: all, total, total_exact: true, near: near.length, next: null }
}

/** The cursor after this row. */
function placeOf({ listed, score = 0 }: ListedProjectRow, sort: ProjectSort): Place {
  const { id, created_at, deadline, budget } = JSON.parse(listed) as ProjectWithSeller
  if (sort === 'deadline') return { keys: [deadline], id }
  if (sort === 'budget') return { keys: [centsFromUsd(budget)], id }
  return { keys: sort === 'relevance' ? [score, created_at] : [created_at], id }
}

const byScore = raw('score desc, projects.created_at desc, projects.id desc')
const byOf = (sort: ProjectSort) => (sort === 'relevance' ? byScore : raw(orders[sort].by))

/** The statement for a page: the rows after `place`, plus one. */
export function pageStatement(search: ProjectSearch, place: Place | null): Statement {
  const { wanted, category, sort } = search
  // Without a search term this is the busiest read of the product, so it is a prepared statement with the limit in its
  // text: as a parameter, PostgreSQL would replan it each time.
  if (sort === 'newest' && wanted === null && category === null) {
    return sql`select ${listedProject}
      from projects join profiles seller on seller.id = projects.seller_id
      where projects.status = 'active' and ${isPublic(search.now)} and ${unblocked(search)}
        and (projects.created_at, projects.id)
          < (${place?.keys[0] ?? orders.newest.start}::timestamptz, ${cursorId(place, 'falling')}::uuid)
      order by projects.created_at desc, projects.id desc limit ${oneMoreThan(PROJECT_LIMITS.page)}`
  }
  return unprepared(sql`${within(search)} select ${listedProject}, score
    from ${pageOf(search, place)} projects join profiles seller on seller.id = projects.seller_id
    order by ${byOf(sort)}`)
}

/** The statement for the first page of a text search, which also counts. */
export function firstPageStatement(search: ProjectSearch): Statement {
  const { wanted, sort } = search
  const first = firstPage('projects', {
    matching: sql`select projects.* from ${searched('projects', wanted, lookedThrough(sort))}
      where ${filters(search)} and ${hasTypedByIndex('projects', wanted ?? '')}`,
    score: sort === 'relevance' ? rankOf('projects', wanted ?? '') : raw('0'),
    by: byOf(sort),
    size: PROJECT_LIMITS.page,
  })
  return unprepared(sql`select ${listedProject}, score, total
    from ${first} projects join profiles seller on seller.id = projects.seller_id
    order by ${byOf(sort)}`)
}

/** The rows of a page, best matches first: matches in the title before matches in the description alone. */
function pageOf(search: ProjectSearch, place: Place | null): Statement {
  const { wanted, sort } = search
  const { page } = PROJECT_LIMITS
  const where = filters(search)
  if (sort === 'relevance') {
    return bestMatches({ table: 'projects', wanted: wanted ?? '', where, place, page })
  }
  const { by, behind, type, start, way } = orders[sort]
  return sql`(select projects.*, 0 as score from projects where ${where} and ${hasTyped('projects', wanted)}
      and ${raw(behind)} (${place?.keys[0] ?? start}::${raw(type)}, ${cursorId(place, way)}::uuid)
    order by ${raw(by)} limit ${oneMoreThan(page)})`
}

const unblocked = ({ viewerId }: ProjectSearch) =>
  notApartFromReader(raw('projects.seller_id'), viewerId)

const filters = (search: ProjectSearch): Statement =>
  sql`projects.status = 'active' and ${isPublic(search.now)} and ${unblocked(search)}
    and (${search.category}::text is null or projects.category = ${search.category})
    and (${since(search)}::date is null or projects.deadline >= ${since(search)})`

/**
 * Counts projects when no text is searched for, up to the limit. Uses an order that an index provides: without one,
 * PostgreSQL scans the table and bets on stopping early.
 */
export function countStatement(search: ProjectSearch): Statement {
  const isPlain = search.category === null && since(search) === null
  const where = isPlain
    ? sql`projects.status = 'active' and ${isPublic(search.now)} and ${unblocked(search)}`
    : filters(search)
  const by = orders[since(search) === null ? 'newest' : 'deadline'].by
  const counting = sql`select count(*) as total from
    (select from projects where ${where} order by ${raw(by)} limit ${countLimit}) counted`
  return isPlain ? counting : unprepared(counting)
}

const nearStatement = (search: ProjectSearch, room: number): Statement =>
  unprepared(sql`select ${listedProject}
    from projects_nearly(search_fold(${search.wanted}), ${search.category}) near
    join projects on projects.id = near.id
    join profiles seller on seller.id = projects.seller_id
    where ${isPublic(search.now)} and ${unblocked(search)} and projects.search not like search_pattern(${search.wanted})
      and (${since(search)}::date is null or projects.deadline >= ${since(search)})
    order by near.nearness desc, projects.created_at desc, projects.id desc limit ${room}`)

/** When sorted by deadline, past ones are left out: nothing can be delivered in time any more. */
const since = ({ sort, today }: ProjectSearch): string | null =>
  sort === 'deadline' ? today : null

const lookedThrough = (sort: ProjectSort) => ({
  where: `status = 'active'`,
  order: orders[sort === 'relevance' ? 'newest' : sort].by,
})
const within = ({ wanted, sort }: ProjectSearch) =>
  searchedWithin('projects', wanted, lookedThrough(sort))
