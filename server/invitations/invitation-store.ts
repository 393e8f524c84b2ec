import type { AcceptRefusal, InvitationStatus } from '#contract/invitations.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'
import { projectExcerpt, type ProjectExcerptRow } from '#server/projects/project-excerpt.ts'

/** An invitation as stored. */
export interface InvitationRow {
  id: string
  project_id: string
  creator_id: string
  seller_id: string
  message: string
  status: InvitationStatus
  created_at: string
  updated_at: string
  /** Null unless it expired unanswered. */
  lapsed_at: string | null
}

export type InvitationWithProjectRow = InvitationRow & {
  accept_refusal: AcceptRefusal | null
  project: ProjectExcerptRow
  seller: PersonCard
}

/** Every column of `InvitationRow`. */
export const invitationColumns = raw(
  `project_invitations.id, project_invitations.project_id, project_invitations.creator_id,
  project_invitations.seller_id, project_invitations.message, project_invitations.status,
  project_invitations.created_at, project_invitations.updated_at, project_invitations.lapsed_at`,
)

const withProjectAndSeller = raw(`from project_invitations
      join projects on projects.id = project_invitations.project_id
      join profiles seller on seller.id = project_invitations.seller_id`)

/** Why an invitation of `withProjectAndSeller` cannot be accepted; null when it can, and once it was answered. */
const acceptRefusal = (now: Date) => sql`(select case
  when project_invitations.status <> 'pending' then null
  when projects.hidden_at is not null then 'project.hidden'
  when (seller.shown_from <= ${now}) is not true then 'invitation.brand_gone' end)`

/** Why an invitation cannot be accepted at that time; null when it can. */
export const acceptRefusalOf = async (
  tx: Tx,
  id: string,
  now: Date,
): Promise<AcceptRefusal | null> =>
  (
    await oneRow<{ refusal: AcceptRefusal | null }>(
      tx,
      sql`select ${acceptRefusal(now)} as refusal ${withProjectAndSeller} where project_invitations.id = ${id}`,
    )
  ).refusal

/** A page of a creator's invitations with project and brand, newest first (SPEC §7). */
export const invitationsOfCreator = (
  db: Queryable,
  creatorId: string,
  { after, now }: { after: string | undefined; now: Date },
) => {
  const { time, id } = listPlace('newest', after)
  return rows<InvitationWithProjectRow>(
    db,
    sql`select ${invitationColumns}, ${projectExcerpt('project_invitations.creator_id')} as project, ${personCardOf('seller')} as seller,
        ${acceptRefusal(now)} as accept_refusal
      ${withProjectAndSeller}
      where project_invitations.creator_id = ${creatorId}
        and ${notApartFrom(raw('project_invitations.seller_id'), creatorId)}
        and (project_invitations.created_at, project_invitations.id) < (${time}::timestamptz, ${id}::uuid)
      order by project_invitations.created_at desc, project_invitations.id desc limit ${listPage}`,
  )
}

/** Whether a creator has applied to a project, also if it hired them since. */
export const hasApplied = async (tx: Tx, projectId: string, creatorId: string): Promise<boolean> =>
  (await maybeRow(
    tx,
    sql`select from applications where creator_id = ${creatorId} and ${projectId} in (project_id, listing_id) limit 1`,
  )) !== null

export const lockInvitation = (tx: Tx, id: string) =>
  maybeRow<InvitationRow>(
    tx,
    sql`select ${invitationColumns} from project_invitations where id = ${id} for no key update`,
  )

export type NewInvitationRow = Pick<
  InvitationRow,
  'project_id' | 'creator_id' | 'seller_id' | 'message'
> & { created_at: Date }

/** The number of invitations a brand has sent since then, whatever their outcome. */
export const countSentSince = (tx: Tx, sellerId: string, since: Date) =>
  oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from project_invitations
      where seller_id = ${sellerId} and created_at > ${since}`,
  )

export const insertInvitation = (tx: Tx, invitation: NewInvitationRow) =>
  oneRow<InvitationRow>(
    tx,
    sql`insert into project_invitations (project_id, creator_id, seller_id, message, created_at, updated_at)
      values (${invitation.project_id}, ${invitation.creator_id}, ${invitation.seller_id}, ${invitation.message},
        ${invitation.created_at}, ${invitation.created_at})
      returning ${invitationColumns}`,
  )
