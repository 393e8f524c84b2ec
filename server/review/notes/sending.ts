import { randomUUID } from 'node:crypto'
import { checkNoteBody } from '#contract/delivery-checks.ts'
import { sendingText } from '#contract/review-note-words.ts'
import { NOTE_KINDS, NOTE_LIMITS } from '#contract/review-notes.ts'
import { refusedChecks } from '#server/checks/check-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { refreshRoom, sendNote } from './note-moves.ts'
import * as store from './note-store.ts'
import type { NoteRow, OpenChange } from './note-store.ts'
import { insertSending } from './sending-store.ts'

/** Notes of one version that its owner sends together. */
interface Sending {
  projectId: string
  deliverableId: string
  authorId: string
  requestChanges: boolean
  words: string | null
}

/** The notes of a sending with their numbers, and the whole sending as text. */
interface Sent {
  numbered: (NoteRow & { number: number })[]
  told: string
}

/**
 * Sends drafts under the next numbers. `open` holds earlier changes that the text repeats. The project must be locked.
 */
export async function sendTogether(
  tx: Tx,
  sending: Sending,
  notes: readonly NoteRow[],
  open: readonly OpenChange[],
  now: Date,
): Promise<Sent> {
  const last = await store.lastNumber(tx, sending.projectId)
  const numbered = inOrder(notes).map((note, at) => ({ ...note, number: last + 1 + at }))
  const told = sendingText(sending.words, numbered, open)
  const { id: sendingId } = await insertSending(tx, { ...sending, told }, now)
  for (const { id, number } of numbered) await sendNote(tx, id, { number, sendingId, now })
  return { numbered, told }
}

/**
 * Creates drafts that ask for a change from the checks of a version that its owner answered with no, and why. They are
 * sent in the same transaction, with the revision request. The project must be locked. Throws review.too_many_notes.
 */
export async function draftsFromChecks(
  tx: Tx,
  { projectId, deliverableId, authorId }: Omit<Sending, 'requestChanges' | 'words'>,
  now: Date,
): Promise<NoteRow[]> {
  const refused = await refusedChecks(tx, deliverableId)
  if (refused.length === 0) return []
  const drafts = refused.map((check) => ({ ...check, id: randomUUID() }))
  const taken = await store.takenRoom(tx, projectId, randomUUID())
  if (
    taken.notes + drafts.length > NOTE_LIMITS.notes ||
    taken.ever + drafts.length > NOTE_LIMITS.notesEver
  )
    throw new AppError('review.too_many_notes')
  for (const { id, check_id: checkId, ...said } of drafts) {
    const draft = {
      id,
      checkId,
      kind: 'must' as const,
      body: checkNoteBody(said),
      // About the delivery as a whole, so it is stored with the first file.
      file_position: 1,
      at_ms: null,
      until_ms: null,
      page: null,
      place: null,
      drawing: null,
      projectId,
      deliverableId,
      authorId,
      guest: null,
    }
    await store.insertDraft(tx, draft, now)
  }
  return store.notesOf(
    tx,
    projectId,
    drafts.map(({ id }) => id),
  )
}

/**
 * Sends the checks answered with no as changes when a revision was requested in words alone. The project must be
 * locked.
 */
export async function sendRefusedChecks(
  tx: Tx,
  version: { id: string; project_id: string; seller_id: string; creator_id: string },
  words: string,
  now: Date,
): Promise<void> {
  const { project_id: projectId, id: deliverableId, seller_id: authorId, creator_id } = version
  const drafts = await draftsFromChecks(tx, { projectId, deliverableId, authorId }, now)
  if (drafts.length === 0) return
  const sending = { projectId, deliverableId, authorId, requestChanges: true, words }
  await sendTogether(tx, sending, drafts, [], now)
  await refreshRoom(tx, [authorId, creator_id], projectId)
}

/**
 * Numbers notes in the order in which `sendingText` lists them: changes first, then file by file in the order of the
 * work, with notes about the whole last.
 */
const inOrder = (notes: readonly NoteRow[]): NoteRow[] =>
  notes.toSorted(
    (a, b) =>
      NOTE_KINDS.indexOf(a.kind) - NOTE_KINDS.indexOf(b.kind) ||
      a.file_position - b.file_position ||
      placeOf(a) - placeOf(b),
  )

const placeOf = ({ at_ms, page }: NoteRow): number => at_ms ?? page ?? Number.MAX_SAFE_INTEGER
