import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

export interface GuestLinkRow {
  id: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  last_used_at: string | null
}

/** The shortest interval, in seconds, at which a link's last use is recorded, so that reading a room is not a write. */
const USED_EVERY_SECONDS = 60

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Gives `GuestLinkRow`s: a project's links, newest first. Ended links are listed for a month. Revoked ones are left out
 * first: any number can be created in a month, but every valid link must be listed, so that it can be revoked.
 */
export const guestLinksStatement = (projectId: string): Statement =>
  sql`select * from (select id, created_at, expires_at, revoked_at, last_used_at from review_guest_links
      where project_id = ${projectId}
      order by revoked_at is not null, created_at desc, id desc limit 50) as listed
    order by created_at desc, id desc`

/** Returns the number of valid links of a project. The project must be locked. */
export const livingLinks = async (tx: Tx, projectId: string, now: Date): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      tx,
      sql`select count(*)::integer as count from review_guest_links
        where project_id = ${projectId} and revoked_at is null and expires_at > ${now}`,
    )
  ).count

export const insertGuestLink = (
  tx: Tx,
  link: { projectId: string; createdBy: string; token: string; expiresAt: Date },
  now: Date,
) =>
  oneRow<{ id: string; expires_at: string }>(
    tx,
    sql`insert into review_guest_links (project_id, created_by, token_hash, created_at, expires_at)
      values (${link.projectId}, ${link.createdBy}, ${hashOf(link.token)}, ${now}, ${link.expiresAt})
      returning id, expires_at`,
  )

/** Ends a link of a person's project and returns the project, or null when there is no such link. Idempotent. */
export const revokeGuestLink = async (
  db: Queryable,
  id: string,
  ownerId: string,
  now: Date,
): Promise<{ project_id: string } | null> =>
  maybeRow(
    db,
    sql`update review_guest_links set revoked_at = coalesce(revoked_at, ${now})
      where id = ${id} and created_by = ${ownerId} returning project_id`,
  )

/** A valid link: what it opens, and for whom its guest writes. */
export interface LivingLink {
  id: string
  project_id: string
  owner_id: string
  expires_at: string
}

/** A link has ended when it is revoked or expired, when its deal is over, or when its brand is gone or banned. */
const lives = raw(`revoked_at is null and projects.status = 'in_progress'
  and owner.deleted_at is null
  and not exists (select from payments where payments.project_id = projects.id and payments.purpose = 'deal'
    and payments.status = 'refunded')`)

/** Returns the link of a token while it is valid. */
export const livingLink = (db: Queryable, token: string, now: Date) =>
  maybeRow<LivingLink>(
    db,
    sql`select links.id, links.project_id, projects.seller_id as owner_id, links.expires_at
      from review_guest_links links join projects on projects.id = links.project_id
      join auth.users owner on owner.id = projects.seller_id
      where token_hash = ${hashOf(token)} and expires_at > ${now} and ${lives}
        and (owner.banned_until is null or owner.banned_until <= ${now})`,
  )

export const recordUse = (db: Queryable, id: string, now: Date) =>
  execute(
    db,
    sql`update review_guest_links set last_used_at = ${now} where id = ${id}
      and (last_used_at is null or last_used_at < ${now}::timestamptz - make_interval(secs => ${USED_EVERY_SECONDS}))`,
  )

/** Returns the number of notes written through a link that were not withdrawn. */
export const notesOfLink = async (tx: Tx, id: string): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      tx,
      sql`select count(*)::integer as count from review_notes where guest_link_id = ${id} and status <> 'withdrawn'`,
    )
  ).count
