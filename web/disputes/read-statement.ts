import { disputeMessages as say } from '#contract/dispute-words.ts'
import { uploadMessages } from '#contract/uploads.ts'
import type { Reading } from '#web/forms/use-kept-form.tsx'
import type { Uploads } from '#web/uploads/use-uploads.ts'

/** The form, under the server's field names. Files are handled separately (useUploads): their field stays empty. */
export const EMPTY_STATEMENT = { statement: '', file_ids: '' }

/** The request: the text, and the ids of the files. Refused while a file has failed: it would be missing for good. */
export function readStatement(
  typed: typeof EMPTY_STATEMENT,
  { items, failed }: Pick<Uploads, 'items' | 'failed'>,
): Reading<typeof EMPTY_STATEMENT, { statement: string; file_ids: string[] }> {
  const statement = typed.statement.trim()
  const errors = {
    ...(statement === '' ? { statement: say.statementRequired } : {}),
    ...(failed ? { file_ids: uploadMessages.notArrived } : {}),
  }
  if (Object.keys(errors).length > 0) return { input: null, errors }
  const file_ids = items.flatMap(({ uploaded }) => (uploaded === null ? [] : [uploaded.id]))
  return { input: { statement, file_ids }, errors: null }
}
