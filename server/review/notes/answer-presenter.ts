import type { ReviewNote } from '#contract/review-note-schemas.ts'
import type { NoteRow } from './note-store.ts'

type Answered = Pick<NoteRow, 'answer_done' | 'answer_text' | 'answered_at' | 'answered_version'>

/** Presents the answer to a note, in its room and as evidence; null without one. */
export const presentAnswer = ({
  answer_done: done,
  answer_text: text,
  answered_at: at,
  answered_version: version,
}: Answered): ReviewNote['answer'] =>
  at === null ? null : { done: done === true, text, version, at }
