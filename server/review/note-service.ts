import type { ReviewNote } from '#contract/review-note-schemas.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { answerNote, endNote, refreshRoom } from '#server/review/notes/note-moves.ts'
import type { NoteRow } from '#server/review/notes/note-store.ts'
import { insertReply, repliedLength, replyById } from '#server/review/notes/reply-store.ts'
import { lockRoomOfNote, readNote } from './room-service.ts'

/**
 * Records the creator's answer to a note. It counts for the newest version or, if the note is about that one, for the
 * next. A repeated request is a no-op. Throws 404, review.over, review.note_changed when the note is no longer open.
 */
export function answer(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { done, text }: { done: boolean; text: string | null },
  now: Date,
): Promise<ReviewNote> {
  return inTransaction(deps.pool, async (tx) => {
    const { note, newest, deal } = await lockRoomOfNote(tx, viewer, id, 'creator')
    const isSame = note.answer_done === done && note.answer_text === text
    if (note.status === 'answered' && isSame) return readNote(tx, id)
    await keepOwnProfile(tx, viewer.id)
    const deliverableId = newest.version > note.version ? newest.id : null
    if (!(await answerNote(tx, note, { done, text, deliverableId }, viewer.id, now)))
      throw new AppError('review.note_changed')
    await refreshRoom(tx, [deal.seller_id, deal.creator_id], deal.id)
    return readNote(tx, id)
  })
}

const ENDS = { resolve: 'resolved', reopen: 'open', withdraw: 'withdrawn' } as const

/**
 * Resolves, reopens or withdraws a note, for the owner. A repeated request is a no-op. Throws 404, review.over,
 * review.note_changed, and review.already_answered for a withdrawal after the creator's answer or reply.
 */
export function end(
  deps: Deps,
  viewer: Viewer,
  id: string,
  name: keyof typeof ENDS,
  now: Date,
): Promise<ReviewNote> {
  return inTransaction(deps.pool, async (tx) => {
    const { note, newest, deal } = await lockRoomOfNote(tx, viewer, id, 'owner')
    if (note.status === ENDS[name]) return readNote(tx, id)
    if (name === 'reopen' && newest.status === 'approved') throw new AppError('review.over')
    if (name === 'withdraw' && hasAnswer(note, deal.creator_id))
      throw new AppError('review.already_answered')
    if (!(await endNote(tx, note, name, viewer.id, now))) throw new AppError('review.note_changed')
    await refreshRoom(tx, [deal.seller_id, deal.creator_id], deal.id)
    return readNote(tx, id)
  })
}

const hasAnswer = (note: NoteRow, creatorId: string): boolean =>
  note.answered_at !== null || note.replies.some(({ author_id }) => author_id === creatorId)

/**
 * Adds a reply under the id that its author's browser generated. Idempotent. Throws 404, review.over,
 * review.too_many_replies, review.replies_full, review.note_changed for a note that was withdrawn, review.note_sent for
 * other words.
 */
export function reply(
  deps: Deps,
  viewer: Viewer,
  noteId: string,
  { id, body }: { id: string; body: string },
  now: Date,
): Promise<ReviewNote> {
  return inTransaction(deps.pool, async (tx) => {
    const { note, deal } = await lockRoomOfNote(tx, viewer, noteId)
    const known = await replyById(tx, id)
    if (known !== null) {
      if (known.author_id !== viewer.id || known.note_id !== noteId)
        throw new AppError('request.not_found')
      if (known.body !== body) throw new AppError('review.note_sent')
      return readNote(tx, noteId)
    }
    if (note.status === 'withdrawn') throw new AppError('review.note_changed')
    if (note.replies.length >= NOTE_LIMITS.replies) throw new AppError('review.too_many_replies')
    if ((await repliedLength(tx, deal.id)) + body.length > NOTE_LIMITS.allReplies)
      throw new AppError('review.replies_full')
    await keepOwnProfile(tx, viewer.id)
    const draft = { id, noteId, authorId: viewer.id, body }
    if ((await insertReply(tx, draft, now)) === 0) throw new AppError('request.not_found')
    await recordEvent(tx, {
      entity: 'review_reply',
      entityId: id,
      projectId: deal.id,
      actorId: viewer.id,
      move: 'send',
      from: null,
      to: 'sent',
    })
    await refreshRoom(tx, [deal.seller_id, deal.creator_id], deal.id)
    return readNote(tx, noteId)
  })
}
