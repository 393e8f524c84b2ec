import type { Category, ProjectStatus } from '#contract/projects.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

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
  /** Of its brief; null without one. */
  brief_version: number | null
  /** The description was made from the brief. */
  description_generated: boolean
}

export type ProjectWithCountRow = ProjectRow & { application_count: number }

/** The facts the policies need about a project and its viewer. */
export interface ProjectStanding {
  seller_id: string
  status: ProjectStatus
  /** The accepted creator, or null. */
  creator_id: string | null
  /** Whether the viewer ever applied. */
  applied: boolean
  /** False while the seller is banned or an operator has hidden it: it is closed to new visitors then. */
  open: boolean
  /** An operator has hidden it. */
  hidden: boolean
}

/** Every column of `ProjectRow`, for statements that join others. */
export const projectColumns = raw(
  `projects.id, projects.seller_id, projects.title, projects.description, projects.product_details,
  projects.category, projects.budget, projects.deadline, projects.product_images, projects.status,
  projects.created_at, projects.brief_version, projects.description_generated`,
)

/**
 * Projects whose seller is not banned and that no operator has hidden: only these are public. Banned sellers are few, and
 * read once per statement.
 */
export const isPublic = (now: Date): Statement =>
  sql`projects.hidden_at is null
    and projects.seller_id not in (select id from auth.users where banned_until > ${now})`

const acceptedCreator = raw(
  `(select creator_id from applications where project_id = projects.id and status = 'accepted')`,
)

/** A project and the viewer's relation to it. Null only for an unknown id: policies decide what may be seen. */
export const projectWithStanding = (db: Queryable, id: string, viewerId: string, now: Date) =>
  maybeRow<ProjectRow & ProjectStanding>(
    db,
    sql`select ${projectColumns}, ${acceptedCreator} as creator_id,
        exists (select 1 from applications where project_id = projects.id and creator_id = ${viewerId}) as applied,
        ${isPublic(now)} as open, hidden_at is not null as hidden
      from projects where id = ${id}`,
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
        (select count(*) from applications where project_id = projects.id) as application_count
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

/** Whether an operator has hidden it: nobody can be hired for it until it is shown again. */
export const isHidden = async (db: Queryable, id: string): Promise<boolean> =>
  (await maybeRow(db, sql`select from projects where id = ${id} and hidden_at is not null`)) !==
  null

/** Keeps a project in its state until the transaction ends, shared with others who do the same. */
export const shareProject = (tx: Tx, id: string) =>
  maybeRow<ProjectRow>(tx, sql`select ${projectColumns} from projects where id = ${id} for share`)

/** Whether a project is an order of a package: then only its creator's answer publishes it, and nothing edits it. */
export const isOrdered = async (tx: Tx, id: string): Promise<boolean> =>
  (await maybeRow(tx, sql`select from package_orders where project_id = ${id}`)) !== null

/** The order that a project is, and until when it can be funded once accepted; null for every other project. */
export const orderOfProject = raw(
  `(select id from package_orders where project_id = projects.id) as order_id,
  (select fund_by from package_orders where project_id = projects.id and status = 'accepted') as order_fund_by`,
)

export type NewProjectRow = Omit<ProjectRow, 'id' | 'created_at' | 'brief_version'>

export const insertProject = (tx: Tx, project: NewProjectRow) =>
  oneRow<ProjectRow>(
    tx,
    sql`insert into projects
        (seller_id, title, description, product_details, category, budget, deadline, product_images, status,
         description_generated)
      values (${project.seller_id}, ${project.title}, ${project.description}, ${project.product_details},
        ${project.category}, ${project.budget}, ${project.deadline}, ${project.product_images}, ${project.status},
        ${project.description_generated})
      returning ${projectColumns}`,
  )

/** Notes whom the owner means to invite once it is posted. */
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
        brief_version = ${project.brief_version}, description_generated = ${project.description_generated}
      where id = ${project.id} returning ${projectColumns}`,
  )

/** The date two sides agreed on becomes the project's, which every reminder and page reads (decision 0055). */
export const agreeDeadline = (tx: Tx, id: string, day: string) =>
  execute(tx, sql`update projects set deadline = ${day} where id = ${id} and deadline <> ${day}`)

/**
 * Keeps what was posted for everyone who is no party, once: call it under the project's lock, before two sides agree on
 * another date or brief (decision 0068).
 */
export const keepPosted = (tx: Tx, id: string) =>
  execute(
    tx,
    sql`update projects set posted_deadline = deadline, posted_brief_version = brief_version
      where id = ${id} and posted_deadline is null`,
  )
