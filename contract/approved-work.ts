/** How long a link to all approved work of a project opens, in seconds. What has begun by then goes on. */
export const APPROVED_WORK_LINK_SECONDS = 300

/** What the archive itself says, in a text beside the work, about what is not in it. */
export const notIncludedWords = {
  /** The name of that text. */
  fileName: 'not-included.txt',
  intro: 'This work is approved and not in the archive:',
  line: (creator: string, file: string, why: string) => `- ${creator}, ${file}: ${why}`,
  why: {
    locked: 'its original opens once the payment is released.',
    missing: 'we could not find the file in our storage. Please write to support.',
  },
} as const
