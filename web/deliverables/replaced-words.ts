/** The words a brand reads in an answer it had begun when a newer version was handed in. */
export const replacedWords = {
  title: (version: number) => `Version ${version} was handed in`,
  text: 'It replaces the one you were answering.',
  kept: 'It replaces the one you were answering. What you wrote waits for you there.',
  look: (version: number) => `Look at version ${version}`,
} as const
