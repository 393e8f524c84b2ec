import type { ApplicationStatus } from '#contract/applications.ts'
import type { FeeTerms } from '#contract/money.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordOf, type RecordRow } from '#server/track-records/track-record-presenter.ts'
import { shownAt } from '#server/profiles/profile-store.ts'
import { projectExcerpt, type ProjectExcerptRow } from '#server/projects/project-excerpt.ts'
import { applied, shownApplication } from '#server/projects/project-store.ts'

/** An application as stored. Its prices are integer cents: the one that counts now, and what its creator proposed. */
export interface ApplicationRow {
  id: string
  project_id: string
  creator_id: string
  message: string
  proposed_price: number
  first_price: number
  status: ApplicationStatus
  /** The terms it was accepted on; null before. */
  fee_terms: FeeTerms | null
  /**
   * When the owner's rejection starts to count; null without one. While it is pending, only the owner may know of it.
   */
  reject_at: string | null
  /**
   * What the owner wrote with their rejection; null for nothing. While it is pending, only the owner may know of it.
   */
  reject_note: string | null
  created_at: string
  /** The project that was applied to, when the application moved along with its deal. Null otherwise. */
  listing_id: string | null
}

/** An application with its creator; the email is present only once accepted (decision P20). */
export type ApplicationWithCreatorRow = ApplicationRow & {
  creator: PersonCard & { niches: string[]; email: string | null; portfolio_urls: string[] }
}

/** The same, in its owner's list. */
export type ListedApplicationRow = ApplicationWithCreatorRow & {
  shortlisted_at: string | null
  offer_count: number
  record: RecordRow | null
}

export type ApplicationWithProjectRow = ApplicationRow & { project: ProjectExcerptRow }

/**
 * What the creator of an application proposed, in cents. If there was an offer, the price its first offer was made
 * against, because an accepted offer changes the price; else the price that the first change of the deal's price was
 * proposed against; else the price.
 */
export const firstPrice = raw(`coalesce(
    (select first.against_price from offers first where first.application_id = applications.id and first.number = 1),
    (select first.against_price from amendments first where first.application_id = applications.id
      and first.against_price is not null order by first.number limit 1),
    applications.proposed_price)`)

/** Every column of `ApplicationRow`. */
export const applicationColumns = raw(
  `applications.id, applications.project_id, applications.creator_id, applications.message,
  applications.proposed_price, ${firstPrice.text} as first_price, applications.status, applications.reject_at, applications.reject_note, applications.created_at, applications.listing_id,
  (select json_build_object('creator_bps', creator_bps, 'minimum_fee_cents', minimum_fee)
    from fee_terms where fee_terms.id = applications.fee_terms_id) as fee_terms`,
)

const withCreator = raw(
  `json_build_object('id', creator.id, 'name', creator.name, 'role', creator.role,
  'avatar_url', creator.avatar_url, 'company_name', creator.company_name, 'niches', creator.niches,
  'portfolio_urls', creator.portfolio_urls,
  'email', case when applications.status = 'accepted' then nullif(creator.email, '') end) as creator`,
)

/** Returns a page of the applications to a project, newest first (SPEC §7). */
export const applicationsOfProject = (
  db: Queryable,
  projectId: string,
  after: string | undefined,
) => {
  const { time, id } = listPlace('newest', after)
  return rows<ListedApplicationRow>(
    db,
    sql`select ${applicationColumns}, applications.shortlisted_at, ${withCreator},
        (select count(*) from offers where offers.application_id = applications.id) as offer_count, ${recordOf}
      from applications join profiles creator on creator.id = applications.creator_id
        join projects on projects.id = applications.project_id
        left join track_records on track_records.profile_id = creator.id
      where applications.project_id = ${projectId} and ${shownApplication}
        and (applications.created_at, applications.id) < (${time}::timestamptz, ${id}::uuid)
      order by applications.created_at desc, applications.id desc limit ${listPage}`,
  )
}

export const acceptedApplication = (db: Queryable, projectId: string) =>
  maybeRow<ApplicationWithCreatorRow>(
    db,
    sql`select ${applicationColumns}, ${withCreator}
      from applications join profiles creator on creator.id = applications.creator_id
      where applications.project_id = ${projectId} and applications.status = 'accepted'`,
  )

/** Returns how many applied to a project: the `application_count` of its pages. */
export const countApplications = (db: Queryable, projectId: string) =>
  oneRow<{ count: number }>(
    db,
    sql`select ${applied} as count from projects where id = ${projectId}`,
  )

/**
 * Returns an application, how many others wait for an answer (without those the owner just rejected), its creator's
 * works, and whether its creator is neither banned nor gone. Also null when the two sides are apart.
 */
export const applicationAmongOthers = (db: Queryable, id: string, now: Date) =>
  maybeRow<ApplicationRow & { others: number; works: string[]; creator_is_there: boolean }>(
    db,
    sql`select ${applicationColumns}, profiles.portfolio_urls as works,
        coalesce(${shownAt} ${now}, false) as creator_is_there,
        (select count(*) from applications other where other.project_id = applications.project_id
          and other.status = 'pending' and other.reject_at is null and other.id <> applications.id) as others
      from applications join profiles on profiles.id = applications.creator_id
        join projects on projects.id = applications.project_id
      where applications.id = ${id} and ${shownApplication}`,
  )

/**
 * Returns the one application of a creator to a project (SPEC §4), or null. For someone hired by a project that wants
 * several, it is found both by that project and by their own deal. One unique index serves each of the two lookups.
 */
export const applicationOf = (db: Queryable, projectId: string, creatorId: string) =>
  maybeRow<ApplicationRow>(
    db,
    sql`select ${applicationColumns} from applications
      where creator_id = ${creatorId} and (coalesce(listing_id, project_id) = ${projectId}
        or (project_id = ${projectId} and status = 'accepted'))`,
  )

export const applicationById = (db: Queryable, id: string) =>
  maybeRow<ApplicationRow>(db, sql`select ${applicationColumns} from applications where id = ${id}`)

/** Returns a page of a creator's own applications with their projects, newest first (SPEC §7). */
export const applicationsOfCreator = (
  db: Queryable,
  creatorId: string,
  after: string | undefined,
) => {
  const { time, id } = listPlace('newest', after)
  return rows<ApplicationWithProjectRow>(
    db,
    sql`select ${applicationColumns}, ${projectExcerpt('applications.creator_id')} as project
      from applications join projects on projects.id = applications.project_id
      where applications.creator_id = ${creatorId}
        and (applications.status = 'accepted' or ${notApartFrom(raw('projects.seller_id'), creatorId)})
        and (applications.created_at, applications.id) < (${time}::timestamptz, ${id}::uuid)
      order by applications.created_at desc, applications.id desc limit ${listPage}`,
  )
}

export type NewApplicationRow = Pick<
  ApplicationRow,
  'project_id' | 'creator_id' | 'message' | 'proposed_price'
>

export const insertApplication = (tx: Tx, application: NewApplicationRow) =>
  oneRow<ApplicationRow>(
    tx,
    sql`insert into applications (project_id, creator_id, message, proposed_price)
      values (${application.project_id}, ${application.creator_id}, ${application.message},
        ${application.proposed_price})
      returning ${applicationColumns}`,
  )

/** Returns whether a creator can be paid. No one can apply before that (SPEC §5). */
export async function payoutReady(db: Queryable, userId: string): Promise<boolean> {
  const account = await maybeRow<{ onboarding_complete: boolean }>(
    db,
    sql`select onboarding_complete from stripe_accounts where user_id = ${userId} and replaced_at is null`,
  )
  return account?.onboarding_complete ?? false
}
