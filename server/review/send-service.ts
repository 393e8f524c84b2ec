import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { answerDeliverable } from '#server/deliverables/deliverable-moves.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { assertAccepts } from './draft-service.ts'
import { recordSending, refreshRoom } from '#server/review/notes/note-moves.ts'
import * as store from '#server/review/notes/note-store.ts'
import type { NoteRow, OpenChange } from '#server/review/notes/note-store.ts'
import { requestOf, sendingById } from '#server/review/notes/sending-store.ts'
import { draftsFromChecks, sendTogether } from '#server/review/notes/sending.ts'
import { lockRoom } from './room-service.ts'

/** Drafts that are sent together, and what is written alongside them. */
interface Sending {
  notes: string[]
  request_changes: boolean
  text: string | null
}

/**
 * Sends drafts of one version together, in one transaction. With `request_changes` they are its revision request, and
 * the checks that were answered with no go with it. A repeated request is a no-op. Throws 404 for notes that are not
 * the viewer's, review.note_sent, review.older_version, review.over, review.nothing_to_send, review.too_many_notes,
 * deliverable.already_reviewed.
 */
export async function sendNotes(
  deps: Deps,
  viewer: Viewer,
  deliverableId: string,
  given: Sending,
  now: Date,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const room = await lockRoom(tx, viewer, deliverableId, 'owner')
    const { id: projectId, seller_id, creator_id } = room.deal
    const ids = [...new Set(given.notes)]
    const notes = await store.notesOf(tx, projectId, ids)
    if (notes.length < ids.length) throw new AppError('request.not_found')
    if (await isRepeated(tx, deliverableId, given, notes)) return
    if (notes.some(({ status }) => status !== 'draft')) throw new AppError('review.note_sent')
    assertAccepts(room)
    if (notes.some((note) => note.deliverable_id !== deliverableId))
      throw new AppError('review.older_version')
    // The version is locked, so its answer cannot change; the words of an older version would be stored beside it.
    if (given.request_changes && room.version.status !== 'pending')
      throw new AppError('deliverable.already_reviewed')
    const open = given.request_changes ? await stillOpen(tx, projectId) : []
    const refused = given.request_changes
      ? await draftsFromChecks(tx, { projectId, deliverableId, authorId: viewer.id }, now)
      : []
    const all = [...notes, ...refused]
    assertSaysSomething(given, all, open)
    const { request_changes: requestChanges, text: words } = given
    const sending = { projectId, deliverableId, authorId: viewer.id, requestChanges, words }
    const { numbered, told } = await sendTogether(tx, sending, all, open, now)
    if (given.request_changes) await requestRevision(tx, viewer, deliverableId, told, now)
    else if (numbered[0] !== undefined) await recordSending(tx, numbered[0], viewer.id)
    await refreshRoom(tx, [seller_id, creator_id], projectId)
  })
}

async function requestRevision(
  tx: Tx,
  viewer: Viewer,
  id: string,
  reviewerNotes: string,
  now: Date,
): Promise<void> {
  const answer = { id, move: 'request_revision', actorId: viewer.id, reviewerNotes, now } as const
  if ((await answerDeliverable(tx, answer)) === null)
    throw new AppError('deliverable.already_reviewed')
}

/** Returns whether this is the same sending again: a second click, or a lost response. */
async function isRepeated(
  tx: Tx,
  deliverableId: string,
  { request_changes, text }: Sending,
  notes: readonly NoteRow[],
): Promise<boolean> {
  const sendingId = notes[0]?.sending_id ?? null
  const sending =
    sendingId === null
      ? notes.length === 0 && request_changes
        ? await requestOf(tx, deliverableId)
        : null
      : await sendingById(tx, sendingId)
  if (sending === null || sending.deliverable_id !== deliverableId) return false
  if (sending.request_changes !== request_changes || sending.words !== text) return false
  // Notes that came from its checks were not part of the request.
  const sent = (await store.notesOfSending(tx, sending.id)).filter(
    ({ check_id }) => check_id === null,
  )
  return sent.length === notes.length && notes.every((note) => note.sending_id === sending.id)
}

/** Returns earlier requested changes that have not been answered: a revision request repeats them. */
const stillOpen = async (tx: Tx, projectId: string): Promise<OpenChange[]> =>
  (await store.openChanges(tx, projectId)).filter(({ status }) => status === 'open')

/** Throws unless a revision request names a change or has words, and any other sending has notes. */
function assertSaysSomething(
  { request_changes, text }: Sending,
  notes: readonly NoteRow[],
  open: readonly OpenChange[],
): void {
  const asks = text !== null || open.length > 0 || notes.some(({ kind }) => kind === 'must')
  if (request_changes ? !asks : notes.length === 0) throw new AppError('review.nothing_to_send')
}
