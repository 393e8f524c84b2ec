/** The words of the invite dialog about its message. */
export const inviteWords = {
  messageHint: 'Left empty, a short standard message is sent.',
  messageKept: 'It is kept, and the invitation opens again once your project is posted.',
} as const
