/** What the owner reads around an answer to an application. */
export const answerWords = {
  /** Where offers were made, too: which price this button takes. */
  acceptAt: (price: string) => `Accept at ${price}`,
  undo: 'Undo',
  undoBusy: 'Undoing...',
  /** Beside Undo, while it can be undone. */
  toldIn: (who: string, seconds: number) =>
    `We’ll let ${who} know in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  undone: 'Rejection undone',
  undoFailed: 'Failed to undo the rejection',
} as const
