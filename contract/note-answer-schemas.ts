import { z } from 'zod'
import { id, optionalText, timestamp } from './field-schemas.ts'
import { NOTE_LIMITS as limits, reviewMessages as say } from './review-notes.ts'

const fields = { done: z.boolean(), text: optionalText(limits.answer) }

const hasReason = ({ done, text }: { done: boolean; text: string | null }): boolean =>
  done || text !== null
const unreasoned = { path: ['text'], message: say.reasonRequired }

/** The outcome of a note: done, or not done and why. */
export const noteAnswer = z.strictObject(fields).refine(hasReason, unreasoned)

/** The answer to a note, if it has one. `version`: the one in which it was answered, null until it is handed in. */
export const answerOfNote = z
  .object({
    done: z.boolean(),
    text: z.string().nullable(),
    version: z.number().nullable(),
    at: timestamp,
  })
  .nullable()

/** The answers to notes that are handed in with a version. */
export const newAnswers = z
  .array(
    z
      .strictObject({ note_id: id, ...fields }, { error: say.answers })
      .refine(hasReason, unreasoned),
  )
  .max(limits.notes, say.answers)

export type NewAnswers = z.infer<typeof newAnswers>
