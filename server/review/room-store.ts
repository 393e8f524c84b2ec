import type { Media } from '#contract/media.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { type DeliverableRow, deliveredStatement } from '#server/deliverables/deliverable-store.ts'
import { type NoteRow, notesStatement } from '#server/review/notes/note-store.ts'
import { type SaidRow, saidStatement } from '#server/review/notes/sending-store.ts'
import { type GuestLinkRow, guestLinksStatement } from './guest-link-store.ts'
import type { RoomDeal } from './review-store.ts'

interface RoomLists {
  /** Newest first. */
  versions: DeliverableRow[]
  /** Of all versions, including drafts. */
  notes: NoteRow[]
  guest_links: GuestLinkRow[]
  media: { id: string; media: Media }[]
  /** Oldest first. */
  sendings: SaidRow[]
  /** Ids of the versions that the clock approved. */
  unanswered: string[]
}

/** Returns everything in the room of a deal, in one statement. */
export function roomLists(
  db: Queryable,
  { id, creator_id }: Pick<RoomDeal, 'id' | 'creator_id'>,
): Promise<RoomLists> {
  const versions = deliveredStatement(id, creator_id)
  const media = sql`select id, media from files where media is not null and id in
    (select deliverable_files.file_id from deliverable_files join deliverables on deliverables.id = deliverable_id
      where deliverables.project_id = ${id})`
  return oneRow<RoomLists>(
    db,
    sql`select
      ${listInJson(versions, 'reviewed_at', 'superseded_at', 'created_at', 'review_from')} as versions,
      ${listInJson(notesStatement(id), 'answered_at', 'created_at', 'sent_at', 'resolved_at')} as notes,
      ${listInJson(
        guestLinksStatement(id),
        'created_at',
        'expires_at',
        'revoked_at',
        'last_used_at',
      )} as guest_links,
      ${listInJson(media)} as media,
      ${listInJson(saidStatement(id), 'sent_at')} as sendings,
      array(select entity_id from events where project_id = ${id} and entity = 'deliverable'
        and move = 'approve' and actor_id is null) as unanswered`,
  )
}
