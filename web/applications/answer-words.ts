/** What the owner reads around an answer to an application. */
export const answerWords = {
  /** Where offers were made, too: says which price this button accepts. */
  acceptAt: (price: string) => `Accept at ${price}`,
  undo: 'Undo',
  undoBusy: 'Undoing...',
  /** Beside Undo, while undoing is possible. */
  toldIn: (who: string, seconds: number) =>
    `We’ll let ${who} know in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  undone: 'Rejection undone',
  undoFailed: 'Failed to undo the rejection',
} as const
