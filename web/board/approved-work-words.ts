import { countOf } from '#web/projects/project-words.ts'

/** What a brand reads around the archive of approved work. */
export const approvedWorkWords = {
  download: 'Download approved work',
  preparing: 'Preparing...',
  failed: 'Failed to prepare the download',
  started: (files: number) => `Downloading ${countOf(files, 'file')}`,
  locked: (files: number) =>
    `${countOf(files, 'approved file')} not included yet: originals open once a payment is released.`,
  nothing: 'Nothing to download yet',
  opens: 'The originals of approved work open once their payments are released.',
} as const
