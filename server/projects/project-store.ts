import type { PersonCard } from '#contract/profile-schemas.ts'
import { type Category, PROJECT_LIMITS, type ProjectStatus } from '#contract/projects.ts'
import type { Queryable } from '../db/pool.ts'
import { maybeRow, oneRow, raw, rows, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { personCardOf } from '../profiles/profile-store.ts'

/** A project as stored. `budget` is integer cents. */
export interface ProjectRow {
  id: string
  seller_id: string
  title: string
  description: string
  product_details: string | null
  category: Category
  budget: number
  /** 'YYYY-MM-DD'. */
  deadline: string
  product_images: string[]
  status: ProjectStatus
  created_at: string
}

export type ProjectWithSellerRow = ProjectRow & { seller: PersonCard }
export type ProjectWithCountRow = ProjectRow & { application_count: number }

/** What the policies ask about a project and the person who looks at it. */
export interface ProjectStanding {
  seller_id: string
  status: ProjectStatus
  /** The accepted creator, or null. */
  creator_id: string | null
  /** Whether the viewer ever applied. */
  applied: boolean
}

/** Every column of `ProjectRow`, for statements that join others. */
export const projectColumns = raw(
  `projects.id, projects.seller_id, projects.title, projects.description, projects.product_details,
  projects.category, projects.budget, projects.deadline, projects.product_images, projects.status,
  projects.created_at`,
)

const acceptedCreator = raw(
  `(select creator_id from applications where project_id = projects.id and status = 'accepted')`,
)

/** A project and how the viewer stands to it. Null only for an unknown id: policies decide what may be seen. */
export const projectWithStanding = (db: Queryable, id: string, viewerId: string) =>
  maybeRow<ProjectRow & ProjectStanding>(
    db,
    sql`select ${projectColumns}, ${acceptedCreator} as creator_id,
        exists (select 1 from applications where project_id = projects.id and creator_id = ${viewerId}) as applied
      from projects where id = ${id}`,
  )

/**
 * A page of active projects, newest first, that came before a moment. Without a search this is the busiest
 * read of the product, so its literals are literals: with parameters PostgreSQL plans it anew each time.
 */
export const newestActive = (db: Queryable, before: string | null) =>
  rows<ProjectWithSellerRow>(
    db,
    sql`select ${projectColumns}, ${personCardOf('seller')} as seller
      from projects join profiles seller on seller.id = projects.seller_id
      where projects.status = 'active' and projects.created_at < coalesce(${before}::timestamptz, 'infinity')
      order by projects.created_at desc, projects.id desc limit ${raw(String(PROJECT_LIMITS.page))}`,
  )

export const countActive = (db: Queryable) =>
  oneRow<{ total: number }>(db, sql`select count(*) as total from projects where status = 'active'`)

/** What a creator looks for; null is anything. `contains` is an ILIKE pattern. */
export interface ProjectSearch {
  contains: string | null
  category: Category | null
}

export const searchActive = (db: Queryable, search: ProjectSearch, before: string | null) =>
  rows<ProjectWithSellerRow>(
    db,
    sql`select ${projectColumns}, ${personCardOf('seller')} as seller
      from projects join profiles seller on seller.id = projects.seller_id
      where projects.status = 'active' and projects.created_at < coalesce(${before}::timestamptz, 'infinity')
        and (${search.contains}::text is null or title ilike ${search.contains} or description ilike ${search.contains})
        and (${search.category}::text is null or category = ${search.category})
      order by projects.created_at desc, projects.id desc limit ${raw(String(PROJECT_LIMITS.page))}`,
  )

export const countFound = (db: Queryable, search: ProjectSearch) =>
  oneRow<{ total: number }>(
    db,
    sql`select count(*) as total from projects
      where status = 'active' and
        (${search.contains}::text is null or title ilike ${search.contains} or description ilike ${search.contains})
        and (${search.category}::text is null or category = ${search.category})`,
  )

/** A seller's own projects in every state, newest first, with how many applied (SPEC §7). */
export const projectsOfSeller = (db: Queryable, sellerId: string) =>
  rows<ProjectWithCountRow>(
    db,
    sql`select ${projectColumns},
        (select count(*) from applications where project_id = projects.id) as application_count
      from projects where seller_id = ${sellerId} order by created_at desc, id desc`,
  )

/**
 * Whoever changes a project or its applications comes through here one after the other. Rows that refer to
 * the project may still be inserted meanwhile, except by those who ask for `shareProject`.
 */
export const lockProject = (tx: Tx, id: string) =>
  maybeRow<ProjectRow>(
    tx,
    sql`select ${projectColumns} from projects where id = ${id} for no key update`,
  )

/** Holds a project in the state it has until the transaction ends, beside others who do the same. */
export const shareProject = (tx: Tx, id: string) =>
  maybeRow<ProjectRow>(tx, sql`select ${projectColumns} from projects where id = ${id} for share`)

export type NewProjectRow = Omit<ProjectRow, 'id' | 'created_at'>

export const insertProject = (tx: Tx, project: NewProjectRow) =>
  oneRow<ProjectRow>(
    tx,
    sql`insert into projects
        (seller_id, title, description, product_details, category, budget, deadline, product_images, status)
      values (${project.seller_id}, ${project.title}, ${project.description}, ${project.product_details},
        ${project.category}, ${project.budget}, ${project.deadline}, ${project.product_images}, ${project.status})
      returning ${projectColumns}`,
  )

/** Writes everything an owner may edit. */
export const saveProject = (tx: Tx, project: ProjectRow) =>
  oneRow<ProjectRow>(
    tx,
    sql`update projects set title = ${project.title}, description = ${project.description},
        product_details = ${project.product_details}, category = ${project.category}, budget = ${project.budget},
        deadline = ${project.deadline}, product_images = ${project.product_images}
      where id = ${project.id} returning ${projectColumns}`,
  )
