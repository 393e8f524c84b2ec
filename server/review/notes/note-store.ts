import type { NewNote } from '#contract/review-note-schemas.ts'
import type { Drawing } from '#contract/review-drawings.ts'
import type { NoteKind, NoteStatus } from '#contract/review-notes.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

export interface ReplyRow {
  id: string
  author_id: string
  body: string
  created_at: string
}

/** A note with its replies, oldest first, and what its deal tells about its reader. */
export interface NoteRow {
  id: string
  project_id: string
  deliverable_id: string
  version: number
  /** The position, from 1, of the version's file that it is about. */
  file_position: number
  /** The name of that file, where the version has several. */
  named_file: string | null
  author_id: string
  guest_name: string | null
  guest_link_id: string | null
  kind: NoteKind
  body: string
  at_ms: number | null
  until_ms: number | null
  page: number | null
  place_x: number | null
  place_y: number | null
  drawing: Drawing | null
  status: NoteStatus
  number: number | null
  sending_id: string | null
  check_id: string | null
  answer_done: boolean | null
  answer_text: string | null
  answered_at: string | null
  answered_version: number | null
  waived: boolean
  created_at: string
  sent_at: string | null
  resolved_at: string | null
  seller_id: string
  creator_id: string
  replies: ReplyRow[]
}

/**
 * The name of the file that a note is about, where its version has several. For a statement that selects from `notes`.
 */
const namedFile =
  raw(`(select files.file_name from deliverable_files about join files on files.id = about.file_id
      where about.deliverable_id = notes.deliverable_id and about.position = notes.file_position
        and exists (select from deliverable_files other
          where other.deliverable_id = notes.deliverable_id and other.position = 2)) as named_file`)

const select = sql`select notes.id, notes.project_id, notes.deliverable_id, deliverables.version, notes.file_position,
    ${namedFile}, notes.author_id,
    notes.guest_name, notes.guest_link_id, notes.kind, notes.body, notes.at_ms, notes.until_ms, notes.page, notes.place_x, notes.place_y,
    notes.drawing, notes.status, notes.number, notes.sending_id, notes.check_id, notes.answer_done, notes.answer_text,
    notes.answered_at, answered.version as answered_version, notes.waived, notes.created_at, notes.sent_at,
    notes.resolved_at, projects.seller_id, deliverables.creator_id,
    ${listInJson(
      sql`select id, author_id, body, created_at from review_replies where note_id = notes.id order by seq`,
      'created_at',
    )} as replies
  from review_notes notes
  join deliverables on deliverables.id = notes.deliverable_id
  join projects on projects.id = notes.project_id
  left join deliverables answered on answered.id = notes.answered_in`

export const noteById = (db: Queryable, id: string) =>
  maybeRow<NoteRow>(db, sql`${select} where notes.id = ${id}`)

/** Gives `NoteRow`s: a deal's sent notes by number, then its drafts in the order of writing. */
export const notesStatement = (projectId: string): Statement =>
  sql`${select} where notes.project_id = ${projectId} order by notes.number nulls last, notes.created_at, notes.id`

export const notesOfProject = (db: Queryable, projectId: string) =>
  rows<NoteRow>(db, notesStatement(projectId))

/** Gives `NoteRow`s: the notes of a deal that were sent and not withdrawn, by number. */
export const saidNotesStatement = (projectId: string): Statement =>
  sql`${select} where notes.project_id = ${projectId} and notes.status not in ('draft', 'withdrawn')
    order by notes.number`

/** Returns these notes of a project, in the order of writing. Unknown ids are left out. */
export const notesOf = (db: Queryable, projectId: string, ids: readonly string[]) =>
  rows<NoteRow>(
    db,
    sql`${select} where notes.project_id = ${projectId} and notes.id = any(${ids}::uuid[])
      order by notes.created_at, notes.id`,
  )

export type OpenChange = Pick<
  NoteRow,
  'id' | 'status' | 'kind' | 'body' | 'named_file' | 'at_ms' | 'until_ms' | 'page'
> & { number: number }

/** The number of open changes in the deal, for a statement that selects from `deliverables`. */
export const openChangesColumn = raw(`(select count(*)::integer from review_notes
    where review_notes.project_id = deliverables.project_id and kind = 'must'
      and review_notes.status in ('open', 'answered')) as open_changes`)

/** Returns the notes that ask for a change and are not resolved, by number. */
export const openChanges = (db: Queryable, projectId: string) =>
  rows<OpenChange>(
    db,
    sql`select id, number, status, kind, body, ${namedFile}, at_ms, until_ms, page from review_notes notes
      where project_id = ${projectId} and kind = 'must' and status in ('open', 'answered') order by number`,
  )

/** Returns what counts towards a project's limits, excluding one note. */
export const takenRoom = (db: Queryable, projectId: string, besides: string) =>
  oneRow<{ notes: number; ever: number; drawing_bytes: number }>(
    db,
    sql`select count(*) filter (where status <> 'withdrawn')::integer as notes, count(*)::integer as ever,
        coalesce(sum(octet_length(drawing::text)), 0)::integer as drawing_bytes
      from review_notes where project_id = ${projectId} and id <> ${besides}`,
  )

/** Returns the version that a project's new notes are about: the newest one. The project must be locked. */
export const newestVersion = (db: Queryable, projectId: string) =>
  maybeRow<{ id: string; version: number }>(
    db,
    sql`select id, version from deliverables where project_id = ${projectId} order by version desc limit 1`,
  )

/** A draft; `guest` is set when a guest wrote it through a link, for the project's owner. */
interface DraftRow extends NewNote {
  projectId: string
  deliverableId: string
  authorId: string
  guest: { name: string; linkId: string } | null
  /** The check of the version that it came from; null for a draft that was written as a note. */
  checkId?: string
}

const drawingInJson = (drawing: Drawing | null) =>
  drawing === null ? null : JSON.stringify(drawing)

/** Adds a draft; returns 0 when its id was taken a moment ago, in another project. */
export const insertDraft = (tx: Tx, draft: DraftRow, now: Date) =>
  execute(
    tx,
    sql`insert into review_notes (id, project_id, deliverable_id, author_id, guest_name, guest_link_id, check_id, file_position, kind, body, at_ms,
        until_ms, page, place_x, place_y, drawing, created_at)
      values (${draft.id}, ${draft.projectId}, ${draft.deliverableId}, ${draft.authorId},
        ${draft.guest?.name ?? null}, ${draft.guest?.linkId ?? null}, ${draft.checkId ?? null}, ${draft.file_position}, ${draft.kind}, ${draft.body}, ${draft.at_ms}, ${draft.until_ms}, ${draft.page}, ${draft.place?.x ?? null}, ${draft.place?.y ?? null},
        ${drawingInJson(draft.drawing)}::jsonb, ${now})
      on conflict (id) do nothing`,
  )

/** Rewrites a draft. When someone else changes a guest's words, the draft loses the guest's name. */
export const rewriteDraft = (tx: Tx, draft: Omit<DraftRow, 'projectId' | 'authorId' | 'checkId'>) =>
  execute(
    tx,
    sql`update review_notes set deliverable_id = ${draft.deliverableId}, file_position = ${draft.file_position}, kind = ${draft.kind},
        guest_name = case when body = ${draft.body} then guest_name end, body = ${draft.body}, at_ms = ${draft.at_ms},
        until_ms = ${draft.until_ms}, page = ${draft.page}, place_x = ${draft.place?.x ?? null},
        place_y = ${draft.place?.y ?? null}, drawing = ${drawingInJson(draft.drawing)}::jsonb
      where id = ${draft.id} and number is null`,
  )

/** Discards one of the author's own drafts; returns whether there was one. */
export const discardDraft = (tx: Tx, id: string, authorId: string) =>
  execute(
    tx,
    sql`delete from review_notes where id = ${id} and author_id = ${authorId} and number is null`,
  )

/** Returns a sending's notes by number, in the order its mail lists them. */
export const notesOfSending = (db: Queryable, sendingId: string) =>
  rows<NoteRow>(db, sql`${select} where notes.sending_id = ${sendingId} order by notes.number`)

/** Returns the highest number used in a project. The project must be locked. */
export const lastNumber = async (tx: Tx, projectId: string): Promise<number> =>
  (
    await oneRow<{ last: number }>(
      tx,
      sql`select coalesce(max(number), 0)::integer as last from review_notes where project_id = ${projectId}`,
    )
  ).last

/** Assigns the answers that waited for their version to the version that was handed in. */
export const carryAnswers = (tx: Tx, projectId: string, deliverableId: string) =>
  execute(
    tx,
    sql`update review_notes set answered_in = ${deliverableId}
      where project_id = ${projectId} and status = 'answered' and answered_in is null`,
  )
