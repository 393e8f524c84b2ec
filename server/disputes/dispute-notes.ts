import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import type { Media } from '#contract/media.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import { presentAnswer } from '#server/review/notes/answer-presenter.ts'
import { type NoteRow, saidNotesStatement } from '#server/review/notes/note-store.ts'
import { sideOf } from './dispute-policy.ts'
import type { DealDisputeRow } from './dispute-store.ts'

/** A note, presented as evidence; its drawing stays in the room. */
export type EvidenceNoteRow = Omit<NoteRow, 'drawing' | 'number' | 'sent_at'> & {
  number: number
  sent_at: string
  has_drawing: boolean
}

/** The facts about one of a version's files. */
export interface EvidenceCheckRow {
  version: number
  position: number
  file_name: string
  file_type: string
  file_size: number
  sha256: string | null
  media: Media | null
}

/** The notes of a deal, in JSON. */
export const notesInEvidence = (projectId: string): Statement =>
  listInJson(
    sql`select said.number, said.version, said.kind, said.body, said.guest_name, said.at_ms, said.until_ms, said.page,
        said.drawing is not null as has_drawing, said.status, said.waived, said.answer_done, said.answer_text,
        said.answered_version, said.answered_at, said.sent_at, said.replies
      from (${saidNotesStatement(projectId)}) said order by said.number`,
    'answered_at',
    'sent_at',
  )

/** The facts found in the files of a creator's versions, in JSON. */
export const checksInEvidence = (projectId: string, creatorId: string): Statement =>
  listInJson(
    sql`select deliverables.version, position, files.file_name, files.file_type, files.size as file_size, files.sha256, files.media
      from deliverables join deliverable_files on deliverable_files.deliverable_id = deliverables.id
      join files on files.id = deliverable_files.file_id
      where deliverables.project_id = ${projectId} and deliverables.creator_id = ${creatorId}
      order by deliverables.version desc, position`,
  )

type Sides = Pick<DealDisputeRow, 'seller_id' | 'creator_id'>

export const presentNote = (
  row: EvidenceNoteRow,
  deal: Sides,
): DisputeEvidence['notes'][number] => ({
  number: row.number,
  version: row.version,
  kind: row.kind,
  body: row.body,
  guest_name: row.guest_name,
  at_ms: row.at_ms,
  until_ms: row.until_ms,
  page: row.page,
  has_drawing: row.has_drawing,
  status: row.status,
  waived: row.waived,
  answer: presentAnswer(row),
  replies: row.replies.map(({ author_id, body, created_at }) => ({
    by: sideOf(deal, author_id) ?? 'seller',
    body,
    created_at,
  })),
  sent_at: row.sent_at,
})

export const presentCheck = ({
  media,
  ...check
}: EvidenceCheckRow): DisputeEvidence['checks'][number] => ({
  ...check,
  media: media && {
    duration_ms: media.duration_ms,
    width: media.width,
    height: media.height,
    fps_num: media.fps_num,
    fps_den: media.fps_den,
    has_sound: media.audio !== null,
  },
})
