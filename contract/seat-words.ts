/** What forms say about a choice that is not possible. */
export const seatWords = {
  untilPassed: 'Choose a day that is not in the past.',
  untilAfterDeadline: 'Choose a day that is not after the deadline.',
  onlyForSeveral: 'Only for more than one creator.',
} as const
