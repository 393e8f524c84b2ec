import { uploadMessages } from '#contract/uploads.ts'

/** A required field that is empty: its sentence, and its name in the line next to the buttons. */
export const MISSING = {
  title: { sentence: 'Give the project a title.', name: 'a title' },
  category: { sentence: 'Choose a category.', name: 'a category' },
  description: { sentence: 'Describe what you need.', name: 'a description' },
  budget: { sentence: 'Enter your budget.', name: 'a budget' },
  deadline: { sentence: 'Choose the day you need the work.', name: 'a deadline' },
} as const

/** SPEC §5: both buttons are disabled while any of these is empty. */
export type RequiredField = keyof typeof MISSING

/** What to do about a project that an earlier attempt has already saved. */
export const savedBeforeWords = {
  open: 'Open the saved project',
  anew: 'Save this as another project',
} as const

/** Why the form cannot be sent yet: "Still needed: a title, a budget and a deadline."; null when it can. */
export function waitingWords(
  missing: readonly RequiredField[],
  { busy, failed }: { busy: boolean; failed: boolean },
): string | null {
  const names = missing.map((field): string => MISSING[field].name)
  const last = names.pop()
  if (last !== undefined)
    return `Still needed: ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}.`
  if (busy) return 'Images are still on their way.'
  return failed ? uploadMessages.notArrived : null
}
