import type { NewAnswers } from '#contract/note-answer-schemas.ts'
import type { ReviewNote } from '#contract/review-note-schemas.ts'

/** The creator's answer to one requested change; `done` is null until it is chosen. */
export interface AnswerDraft {
  done: boolean | null
  text: string
}

/** By the note's id. A form's draft: kept with the rest of it. */
export type AnswerDrafts = Record<string, AnswerDraft>

export const UNANSWERED: AnswerDraft = { done: null, text: '' }

/** The notes a version cannot be handed in without an answer to (`review.unanswered_notes`), by number. */
export const askedNotes = (notes: readonly ReviewNote[]): ReviewNote[] =>
  notes.filter(({ kind, status }) => kind === 'must' && status === 'open')

/** Whether an answer is whole: done, or not done and why. */
export const isAnswered = ({ done, text }: AnswerDraft): boolean =>
  done === true || (done === false && text.trim() !== '')

/** What is sent: an answer to each note, or null while one is missing. */
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
