import { noteTransitions } from '#contract/review-notes.ts'
import { execute, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import type { NoteRow } from './note-store.ts'

export type NoteMove = keyof typeof noteTransitions

/** A note before a move. */
type Moved = Pick<NoteRow, 'id' | 'project_id' | 'status'>

/**
 * Moves a note along its transition table and sets the columns that change with its status. The write is the guard:
 * returns false when the note is not in a state the move starts from.
 */
async function move(tx: Tx, id: string, name: NoteMove, set: Statement): Promise<boolean> {
  const { from, to } = noteTransitions[name]
  const moved = await execute(
    tx,
    sql`update review_notes set status = ${to}, ${set} where id = ${id} and status = any(${from})`,
  )
  return moved === 1
}

async function record(
  tx: Tx,
  { id, project_id: projectId, status }: Moved,
  name: NoteMove,
  actorId: string | null,
): Promise<void> {
  const { to } = noteTransitions[name]
  await recordEvent(tx, {
    entity: 'review_note',
    entityId: id,
    projectId,
    actorId,
    move: name,
    from: status,
    to,
  })
}

/**
 * Sends a draft as part of a sending, with its number. The caller records the sending's event, once for all of its
 * notes.
 */
export const sendNote = (
  tx: Tx,
  id: string,
  sent: { number: number; sendingId: string; now: Date },
): Promise<boolean> =>
  move(
    tx,
    id,
    'send',
    sql`number = ${sent.number}, sending_id = ${sent.sendingId}, sent_at = ${sent.now}`,
  )

/** What the creator says about a note, and in which version; the version is null until it is handed in. */
interface NoteAnswer {
  done: boolean
  text: string | null
  deliverableId: string | null
}

export async function answerNote(
  tx: Tx,
  note: Moved,
  { done, text, deliverableId }: NoteAnswer,
  actorId: string,
  now: Date,
): Promise<boolean> {
  const set = sql`answer_done = ${done}, answer_text = ${text}, answered_at = ${now}, answered_in = ${deliverableId}`
  const moved = await move(tx, note.id, 'answer', set)
  if (moved) await record(tx, note, 'answer', actorId)
  return moved
}

/** Applies one of the owner's moves. The last answer stays readable when a note is reopened. */
export async function endNote(
  tx: Tx,
  note: Moved,
  name: 'resolve' | 'reopen' | 'withdraw',
  actorId: string,
  now: Date,
): Promise<boolean> {
  const resolvedAt = name === 'resolve' ? now : null
  const set = sql`resolved_at = ${resolvedAt}, waived = false`
  const moved = await move(tx, note.id, name, set)
  if (moved) await record(tx, note, name, actorId)
  return moved
}

/** Closes a requested change that is still open when its version is approved. */
export async function waiveNote(
  tx: Tx,
  note: Moved,
  actorId: string | null,
  now: Date,
): Promise<void> {
  if (await move(tx, note.id, 'waive', sql`resolved_at = ${now}, waived = true`))
    await record(tx, note, 'waive', actorId)
}

/** Records a sending that requested no revision, as an event of its first note, from which its notice follows. */
export const recordSending = (tx: Tx, first: Moved, actorId: string): Promise<void> =>
  record(tx, first, 'send', actorId)

/** Makes these people's open rooms refetch. */
export const refreshRoom = (tx: Tx, people: readonly string[], projectId: string) =>
  enqueue(tx, 'realtime.changed', {
    user_ids: [...people],
    topics: ['review'],
    project_id: projectId,
  })
