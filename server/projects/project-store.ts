import type { LicenceTerms } from '#contract/licence-rights.ts'
import type { Category, ProjectStatus } from '#contract/projects.ts'
import { notApart, notApartFrom } from '#server/apart/apart.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { statedTerms } from '#server/licences/terms/terms-store.ts'

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
  /** For its brief; null without one. */
  brief_version: number | null
  /** Whether the description was generated from the brief. */
  description_generated: boolean
  /** How many creators are wanted. */
  seats: number
  /** The last day of hiring, 'YYYY-MM-DD', and the cents that all hires together may cost; null without a limit. */
  hiring_until: string | null
  budget_total: number | null
  /** For a deal that was split off: the project that hired for it. */
  listing_id: string | null
  /** The licence its brand states, by the hash of its terms; null for the standard one. */
  licence_terms_hash: string | null
  licence_terms: LicenceTerms | null
  /**
   * The number of its deals that were not cancelled when the statement began. For display only, never for decisions:
   * after acquiring a lock, count again (`takenSeats`).
   */
  hired: number
}

export type ProjectWithCountRow = ProjectRow & { application_count: number }

/** The facts the policies need about a project and its viewer. */
export interface ProjectStanding {
  seller_id: string
  status: ProjectStatus
  /** The accepted creator, or null. */
  creator_id: string | null
  /** Whether the viewer ever applied, and is not apart from the brand. */
  applied: boolean
  /**
   * False while the seller is banned or apart from the viewer, or an operator has hidden it: it is then closed to new
   * visitors.
   */
  open: boolean
  /** An operator has hidden it. */
  hidden: boolean
  /** The deal for which it hired the viewer; null without one. */
  own_deal: string | null
}

/** The number of creators a project has hired. A project that wants only one splits off no deals. Reads projects. */
export const hiredCount = `case when projects.seats > 1 then (select count(*)::integer from projects deals
  where deals.listing_id = projects.id and deals.status <> 'cancelled') else 0 end`

/** Every column of `ProjectRow`, for statements that join others. */
export const projectColumns = raw(
  `projects.id, projects.seller_id, projects.title, projects.description, projects.product_details,
  projects.category, projects.budget, projects.deadline, projects.product_images, projects.status,
  projects.created_at, projects.brief_version, projects.description_generated,
  projects.seats, projects.hiring_until, projects.budget_total, projects.listing_id,
  projects.licence_terms_hash, ${statedTerms.text}, ${hiredCount} as hired`,
)

/**
 * Projects whose seller is not banned and that no operator has hidden: only these are public. Banned sellers are few, and
 * read once per statement.
 */
export const isPublic = (now: Date): Statement =>
  sql`projects.hidden_at is null
    and projects.seller_id not in (select id from auth.users where banned_until > ${now})`

/** The deal for which a project hired this creator; null without one. Reads projects. */
export const ownDealOf = (creatorId: string): Statement =>
  sql`(select project_id from applications where projects.seats > 1
    and listing_id = projects.id and creator_id = ${creatorId})`

const acceptedCreator = raw(
  `(select creator_id from applications where project_id = projects.id and status = 'accepted')`,
)

/**
 * The condition that an application is in its brand's list: not while the two are apart, unless they have the deal
 * together.
 */
export const shownApplication = raw(
  `(applications.status = 'accepted' or ${notApart(raw('projects.seller_id'), raw('applications.creator_id')).text})`,
)

/** A project and the viewer's relation to it. Null only for an unknown id: policies decide what may be seen. */
export const projectWithStanding = (db: Queryable, id: string, viewerId: string, now: Date) =>
  maybeRow<ProjectRow & ProjectStanding>(
    db,
    sql`select ${projectColumns}, ${acceptedCreator} as creator_id,
        (exists (select 1 from applications where project_id = projects.id and creator_id = ${viewerId})
          or ${ownDealOf(viewerId)} is not null)
          and ${notApartFrom(raw('projects.seller_id'), viewerId)} as applied, ${ownDealOf(viewerId)} as own_deal,
        ${isPublic(now)} and ${notApartFrom(raw('projects.seller_id'), viewerId)} as open, hidden_at is not null as hidden
      from projects where id = ${id}`,
  )

/**
 * The applications of a listing that moved to the deals it split off (decision 0077). Does not depend on its seats: a
 * project that hired one of several creators and cancelled may now want only one. Reads projects.
 */
const movedOn = `case when projects.listing_id is null
  then (select count(*) from applications where listing_id = projects.id) else 0 end`

/**
 * The total number of applications to a project, whatever their outcome: hired creators count where they applied,
 * although their applications moved to their deals. Excludes people the brand is apart from. Reads projects.
 */
export const applied = raw(
  `(select count(*) from applications where project_id = projects.id and ${shownApplication.text}) + ${movedOn}`,
)

/** The same for operators, who see everyone. */
export const everyoneApplied = raw(
  `(select count(*) from applications where project_id = projects.id) + ${movedOn}`,
)

/** A seller's own projects, all or in one state, newest first, with application counts (SPEC §7). */
export const projectsOfSeller = (
  db: Queryable,
  sellerId: string,
  { after, status = null }: { after?: string | undefined; status?: ProjectStatus | null },
) => {
  const { time, id } = listPlace('newest', after)
  return rows<ProjectWithCountRow>(
    db,
    sql`select ${projectColumns},
        ${applied} as application_count
      from projects where seller_id = ${sellerId} and (${status}::text is null or status = ${status})
        and (created_at, id) < (${time}::timestamptz, ${id}::uuid)
      order by created_at desc, id desc limit ${listPage}`,
  )
}

/**
 * Serializes changes to a project and its applications. Rows that refer to the project may still be inserted meanwhile,
 * except by callers of `shareProject`.
 */
export const lockProject = (tx: Tx, id: string) =>
  maybeRow<ProjectRow>(
    tx,
    sql`select ${projectColumns} from projects where id = ${id} for no key update`,
  )

/** Whether an operator has hidden it: no one can be hired for it until it is shown again. */
export const isHidden = async (db: Queryable, id: string): Promise<boolean> =>
  (await maybeRow(db, sql`select from projects where id = ${id} and hidden_at is not null`)) !==
  null

/** Whether anyone is waiting for an answer to their application. Someone who deleted their account is not. */
export const hasWaiting = async (tx: Tx, id: string): Promise<boolean> =>
  (await maybeRow(
    tx,
    sql`select from applications join auth.users on users.id = creator_id and users.deleted_at is null
      where project_id = ${id} and applications.status = 'pending' limit 1`,
  )) !== null

/** Locks a project in its current state until the transaction ends; the lock is shared. */
export const shareProject = (tx: Tx, id: string) =>
  maybeRow<ProjectRow>(tx, sql`select ${projectColumns} from projects where id = ${id} for share`)

/** Whether a project is an order of a package: then only its creator's answer publishes it, and it cannot be edited. */
export const isOrdered = async (tx: Tx, id: string): Promise<boolean> =>
  (await maybeRow(tx, sql`select from package_orders where project_id = ${id}`)) !== null

/** The package order behind a project, and until when it can be funded once accepted; null for every other project. */
export const orderOfProject = raw(
  `(select id from package_orders where project_id = projects.id) as order_id,
  (select fund_by from package_orders where project_id = projects.id and status = 'accepted') as order_fund_by`,
)

type Hiring = Pick<
  ProjectRow,
  'seats' | 'hiring_until' | 'budget_total' | 'listing_id' | 'licence_terms_hash'
>
export type NewProjectRow = Omit<
  ProjectRow,
  'id' | 'created_at' | 'brief_version' | 'hired' | 'licence_terms' | keyof Hiring
> &
  Partial<Hiring>

/** Adds a project, under `id` if one is given. */
export const insertProject = (tx: Tx, project: NewProjectRow, id: string | null = null) =>
  oneRow<ProjectRow>(
    tx,
    sql`insert into projects
        (id, seller_id, title, description, product_details, category, budget, deadline, product_images, status,
         description_generated, seats, hiring_until, budget_total, listing_id, licence_terms_hash)
      values (coalesce(${id}::uuid, gen_random_uuid()), ${project.seller_id}, ${project.title},
        ${project.description}, ${project.product_details}, ${project.category}, ${project.budget},
        ${project.deadline}, ${project.product_images}, ${project.status}, ${project.description_generated},
        ${project.seats ?? 1}, ${project.hiring_until ?? null}, ${project.budget_total ?? null},
        ${project.listing_id ?? null}, ${project.licence_terms_hash ?? null})
      returning ${projectColumns}`,
  )

/** Stores which creator the owner means to invite once the project is posted. */
export const noteInvitee = (tx: Tx, id: string, creatorId: string) =>
  execute(tx, sql`update projects set to_invite = ${creatorId} where id = ${id}`)

/** Points a project to a version of its brief. */
export const pointToBrief = (tx: Tx, id: string, version: number) =>
  oneRow<ProjectRow>(
    tx,
    sql`update projects set brief_version = ${version} where id = ${id} returning ${projectColumns}`,
  )

/** Writes everything an owner may edit. */
export const saveProject = (tx: Tx, project: ProjectRow) =>
  oneRow<ProjectRow>(
    tx,
    sql`update projects set title = ${project.title}, description = ${project.description},
        product_details = ${project.product_details}, category = ${project.category}, budget = ${project.budget},
        deadline = ${project.deadline}, product_images = ${project.product_images},
        brief_version = ${project.brief_version}, description_generated = ${project.description_generated},
        seats = ${project.seats}, hiring_until = ${project.hiring_until}, budget_total = ${project.budget_total},
        licence_terms_hash = ${project.licence_terms_hash}
      where id = ${project.id} returning ${projectColumns}`,
  )

/** Sets the project's date to the one the two sides agreed on; every reminder and page reads it (decision 0055). */
export const agreeDeadline = (tx: Tx, id: string, day: string) =>
  execute(tx, sql`update projects set deadline = ${day} where id = ${id} and deadline <> ${day}`)

/**
 * Stores the posted version for everyone who is not a party, once. Call it under the project's lock, before the two
 * sides agree on another date or brief (decision 0068).
 */
export const keepPosted = (tx: Tx, id: string) =>
  execute(
    tx,
    sql`update projects set posted_deadline = deadline, posted_brief_version = brief_version
      where id = ${id} and posted_deadline is null`,
  )
