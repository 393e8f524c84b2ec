/**
 * How long a link to all approved work of a project can be opened, in seconds. A download that has started by then
 * continues.
 */
export const APPROVED_WORK_LINK_SECONDS = 300

/** The text inside the archive, beside the work, that lists what is missing from it. */
export const notIncludedWords = {
  /** The file name of that text. */
  fileName: 'not-included.txt',
  intro: 'This work is approved and not in the archive:',
  line: (creator: string, file: string, why: string) => `- ${creator}, ${file}: ${why}`,
  why: {
    locked: 'its original opens once the payment is released.',
    missing: 'we could not find the file in our storage. Please write to support.',
  },
} as const
