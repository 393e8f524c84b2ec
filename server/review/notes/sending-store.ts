import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, raw, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** What a sending is made of. */
export interface NewSending {
  projectId: string
  deliverableId: string
  authorId: string
  requestChanges: boolean
  words: string | null
  told: string
}

export const insertSending = (tx: Tx, sending: NewSending, now: Date) =>
  oneRow<{ id: string }>(
    tx,
    sql`insert into review_sendings (project_id, deliverable_id, author_id, request_changes, words, told, sent_at)
      values (${sending.projectId}, ${sending.deliverableId}, ${sending.authorId}, ${sending.requestChanges},
        ${sending.words}, ${sending.told}, ${now}) returning id`,
  )

export interface SendingRow {
  id: string
  project_id: string
  deliverable_id: string
  author_id: string
  request_changes: boolean
  words: string | null
}

const sending = raw(
  'select id, project_id, deliverable_id, author_id, request_changes, words from review_sendings',
)

/** What was written alongside the notes of a sending; null when nothing was. */
export interface SaidRow {
  deliverable_id: string
  request_changes: boolean
  words: string | null
  sent_at: string
}

/** Gives `SaidRow`s: those of a deal, oldest first. */
export const saidStatement = (projectId: string): Statement =>
  sql`select deliverable_id, request_changes, words, sent_at from review_sendings
    where project_id = ${projectId} and (words is not null or request_changes) order by sent_at, id`

export const sendingById = (db: Queryable, id: string) =>
  maybeRow<SendingRow>(db, sql`${sending} where id = ${id}`)

/** Returns the sending that requested a revision of a version. */
export const requestOf = (db: Queryable, deliverableId: string) =>
  maybeRow<SendingRow>(
    db,
    sql`${sending} where deliverable_id = ${deliverableId} and request_changes`,
  )
