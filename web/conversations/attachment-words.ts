/** What people read about the files of a message. */
export const attachmentWords = {
  attach: 'Attach files',
  /** Its bytes were in a page that is gone; the part that had arrived is found by name and size. */
  lost: 'The page was closed before it had arrived. Choose it again.',
  /** Files are kept for a day. */
  expired: 'It waited for too long and is gone. Choose it again.',
  removed: 'This file was removed',
  drop: 'Drop to attach',
  remove: (name: string) => `Remove ${name}`,
  retry: (name: string) => `Try ${name} again`,
} as const
