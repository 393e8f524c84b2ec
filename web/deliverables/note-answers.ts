import type { NewAnswers } from '#contract/note-answer-schemas.ts'
import type { ReviewNote } from '#contract/review-note-schemas.ts'

/** The creator's answer to one requested change; `done` is null until it is chosen. */
export interface AnswerDraft {
  done: boolean | null
  text: string
}

/** Answers by note id. They are part of a form's draft and kept with the rest of it. */
export type AnswerDrafts = Record<string, AnswerDraft>

export const UNANSWERED: AnswerDraft = { done: null, text: '' }

/** The notes that must be answered before a version can be handed in (`review.unanswered_notes`), by number. */
export const askedNotes = (notes: readonly ReviewNote[]): ReviewNote[] =>
  notes.filter(({ kind, status }) => kind === 'must' && status === 'open')

/** Whether an answer is complete: done, or not done and why. */
export const isAnswered = ({ done, text }: AnswerDraft): boolean =>
  done === true || (done === false && text.trim() !== '')

/** Returns the answers to send, one per note, or null while one is missing. */
export function readAnswers(
  notes: readonly Pick<ReviewNote, 'id'>[],
  drafts: AnswerDrafts,
): NewAnswers | null {
  const answers = notes.map(({ id }) => ({ id, draft: drafts[id] ?? UNANSWERED }))
  if (!answers.every(({ draft }) => isAnswered(draft))) return null
  return answers.map(({ id, draft: { done, text } }) => ({
    note_id: id,
    done: done === true,
    text: text.trim() === '' ? null : text.trim(),
  }))
}
