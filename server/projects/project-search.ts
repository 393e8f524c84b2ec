import { centsFromUsd } from '#contract/money.ts'
import { cursorText, type Place, readCursor } from '#contract/paging.ts'
import type { ProjectWithSeller } from '#contract/project-schemas.ts'
import { type Category, PROJECT_LIMITS, type ProjectSort } from '#contract/projects.ts'
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
import { plannedAnew, raw, rows, sql, type Statement } from '../db/sql.ts'
import { listedProject, type ListedProjectRow } from './listed-project.ts'
import { sellerMayTrade } from './project-store.ts'

/** What a creator looks for among active projects; null is anything. */
export interface ProjectSearch {
  /** As typed. */
  wanted: string | null
  category: Category | null
  sort: ProjectSort
  limit: number
  /** Where the page begins, as the page before said; anything else is the beginning. */
  after: string | undefined
  /** 'YYYY-MM-DD'. */
  today: string
}

/** A page of what was found; `near` of them, at the end, only nearly have what was typed. */
export interface FoundProjects {
  /** The contract's `projectWithSeller`, as JSON. */
  projects: string[]
  /** How many there are; null behind the first page. */
  total: number | null
  total_exact: boolean
  near: number
  next: string | null
}

/** How each sort reads: its order (the same as an index has it), and the comparison that lies behind a place. */
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

/** A page of active projects. Throws nothing for any text whatever. */
export async function findProjects(db: Queryable, search: ProjectSearch): Promise<FoundProjects> {
  const sort = search.wanted === null && search.sort === 'relevance' ? 'newest' : search.sort
  const place = readCursor(sort, search.after)
  const statement = pageStatement({ ...search, sort }, place)
  const found = await rows<ListedProjectRow>(db, statement)
  const page = found.slice(0, search.limit)
  const projects = page.map(({ listed }) => listed)
  const last = found.length > search.limit ? page.at(-1) : undefined
  if (last !== undefined) {
    const count = search.after === undefined ? await countProjects(db, search) : UNCOUNTED
    return { projects, ...count, near: 0, next: cursorText(sort, placeOf(last, sort)) }
  }
  const room = search.limit - projects.length
  const near =
    place === null && room > 0 && mayBeMistyped(search.wanted)
      ? await rows<ListedProjectRow>(db, nearStatement(search, room))
      : []
  // All there is lies on this page: nothing has to be counted.
  const all = [...projects, ...near.map(({ listed }) => listed)]
  const total = search.after === undefined ? all.length : null
  return { projects: all, total, total_exact: true, near: near.length, next: null }
}

/** Where the page behind this row begins. */
function placeOf({ listed, score = 0 }: ListedProjectRow, sort: ProjectSort): Place {
  const { id, created_at, deadline, budget } = JSON.parse(listed) as ProjectWithSeller
  if (sort === 'deadline') return { keys: [deadline], id }
  if (sort === 'budget') return { keys: [centsFromUsd(budget)], id }
  return { keys: sort === 'relevance' ? [score, created_at] : [created_at], id }
}

/** How many active projects have what is looked for. */
const countProjects = (db: Queryable, search: ProjectSearch) =>
  boundedCount(db, countStatement(search), {
    ...search,
    sort: since(search),
    limit: null,
    after: null,
  })

/** The statement of a page: of the rows behind `place`, one more than a page holds. */
export function pageStatement(search: ProjectSearch, place: Place | null): Statement {
  const { wanted, category, sort } = search
  if (sort === 'relevance') return relevantStatement(search, place)
  const order = orders[sort]
  const key = place?.keys[0] ?? order.start
  const id = idBehind(place, order.way)
  // Without a search this is the busiest read of the product, so it is prepared, with its limit in its text: with
  // a parameter there PostgreSQL plans it anew each time.
  if (sort === 'newest' && wanted === null && category === null) {
    return sql`select ${listedProject}
      from projects join profiles seller on seller.id = projects.seller_id
      where projects.status = 'active' and ${sellerMayTrade}
        and (projects.created_at, projects.id) < (${key}::timestamptz, ${id}::uuid)
      order by projects.created_at desc, projects.id desc limit ${oneMoreThan(PROJECT_LIMITS.page)}`
  }
  return plannedAnew(sql`select ${listedProject}
    from (select projects.* from ${from(search)}
      where projects.status = 'active' and ${sellerMayTrade} and ${raw(order.behind)} (${key}::${raw(order.type)}, ${id}::uuid)
        and (${wanted}::text is null or search_has(projects.search, search_pattern(${wanted})))
        and (${category}::text is null or projects.category = ${category})
        and (${since(search)}::date is null or projects.deadline >= ${since(search)})
      order by ${raw(order.by)} limit ${oneMoreThan(PROJECT_LIMITS.page)}) projects
    join profiles seller on seller.id = projects.seller_id order by ${raw(order.by)}`)
}

/** Best matches first: what has it in its title before what has it in its description alone. */
function relevantStatement(search: ProjectSearch, place: Place | null): Statement {
  const { wanted, category } = search
  const { page } = PROJECT_LIMITS
  const where = sql`projects.status = 'active' and ${sellerMayTrade}
      and (${category}::text is null or projects.category = ${category})`
  return plannedAnew(sql`${within(search)} select ${listedProject}, score
    from ${bestMatches({ table: 'projects', wanted: wanted ?? '', where, place, page })} projects
    join profiles seller on seller.id = projects.seller_id
    order by score desc, projects.created_at desc, projects.id desc`)
}

/** The statement that counts: it ends where counting does. */
export function countStatement(search: ProjectSearch): Statement {
  const { wanted, category } = search
  // In an order that an index has: without one PostgreSQL begins to read the table and hopes to be done early.
  if (wanted === null && category === null && since(search) === null) {
    return sql`select count(*) as total from
      (select from projects where status = 'active' and ${sellerMayTrade}
        order by projects.created_at desc, projects.id desc limit ${countLimit}) counted`
  }
  return plannedAnew(sql`select count(*) as total from (
    select from ${from(search)} where projects.status = 'active' and ${sellerMayTrade}
      and (${wanted}::text is null or search_has(projects.search, search_pattern(${wanted})))
      and (${category}::text is null or projects.category = ${category})
      and (${since(search)}::date is null or projects.deadline >= ${since(search)})
    ${wanted === null ? raw(`order by ${since(search) === null ? orders.newest.by : orders.deadline.by}`) : raw('')}
    limit ${countLimit}) counted`)
}

const nearStatement = (search: ProjectSearch, room: number): Statement =>
  plannedAnew(sql`select ${listedProject}
    from projects_nearly(search_fold(${search.wanted}), ${search.category}) near
    join projects on projects.id = near.id
    join profiles seller on seller.id = projects.seller_id
    where ${sellerMayTrade} and projects.search not like search_pattern(${search.wanted})
      and (${since(search)}::date is null or projects.deadline >= ${since(search)})
    order by near.nearness desc, projects.created_at desc, projects.id desc limit ${room}`)

/** Sorted by deadline, what is over is left out: nothing can be delivered in time any more. */
const since = ({ sort, today }: ProjectSearch): string | null =>
  sort === 'deadline' ? today : null

const searchedRows = ({ sort }: ProjectSearch) => ({
  where: `status = 'active'`,
  order: orders[sort === 'relevance' ? 'newest' : sort].by,
})
const from = (search: ProjectSearch) => searched('projects', search.wanted, searchedRows(search))
const within = (search: ProjectSearch) =>
  searchedWithin('projects', search.wanted, searchedRows(search))
