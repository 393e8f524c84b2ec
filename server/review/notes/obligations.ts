import type { NewAnswers } from '#contract/note-answer-schemas.ts'
import { noteTransitions, reviewMessages as say } from '#contract/review-notes.ts'
import { canMove } from '#contract/transitions.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { answerNote, refreshRoom, waiveNote } from './note-moves.ts'
import { carryAnswers, notesOf, openChanges } from './note-store.ts'

/** A version, and the parties of its deal. */
interface Version {
  id: string
  project_id: string
  seller_id: string
  creator_id: string
}

/**
 * Records the answers that come with a new version: every open note marked `must` needs one. A note that was resolved
 * or withdrawn meanwhile no longer needs one, and its answer is dropped. The project must be locked. Throws
 * review.unanswered_notes, 404 for notes of other deals.
 */
export async function answerWithVersion(
  tx: Tx,
  { id: deliverableId, project_id: projectId, seller_id, creator_id }: Version,
  answers: NewAnswers,
  now: Date,
): Promise<void> {
  const given = new Map(answers.map((answer) => [answer.note_id, answer]))
  const waiting = (await openChanges(tx, projectId)).filter(
    ({ id, status }) => status === 'open' && !given.has(id),
  )
  if (waiting.length > 0) {
    const fields = waiting.map(({ id, number }) => [`answers.${id}`, say.unanswered(number)])
    throw new AppError('review.unanswered_notes', {
      fields: Object.fromEntries(fields) as Record<string, string>,
    })
  }
  const notes = await notesOf(tx, projectId, [...given.keys()])
  // Only the brand sees a draft: for the creator it does not exist.
  if (notes.filter(({ status }) => status !== 'draft').length < given.size)
    throw new AppError('request.not_found')
  for (const note of notes) {
    const answer = given.get(note.id)
    if (answer === undefined || !canMove(noteTransitions, 'answer', note.status)) continue
    await answerNote(tx, note, { ...answer, deliverableId }, creator_id, now)
  }
  const carried = await carryAnswers(tx, projectId, deliverableId)
  if (notes.length > 0 || carried > 0) await refreshRoom(tx, [seller_id, creator_id], projectId)
}

/**
 * Closes the changes that are still open when a version is approved. Throws review.open_notes unless `waive` is set:
 * without it, the version's owner has not read that there are any. Call it last in the approval's transaction: notes
 * are locked after projects.
 */
export async function waiveOpenChanges(
  tx: Tx,
  approved: Version,
  { waive, actorId }: { waive: boolean; actorId: string | null },
  now: Date,
): Promise<void> {
  const { project_id: projectId } = approved
  const open = await openChanges(tx, projectId)
  if (open.length === 0) return
  if (!waive) throw new AppError('review.open_notes')
  for (const { id, status } of open)
    await waiveNote(tx, { id, project_id: projectId, status }, actorId, now)
  await refreshRoom(tx, [approved.seller_id, approved.creator_id], projectId)
}
