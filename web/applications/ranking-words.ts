/** What stands in the place of the rows, where no one has the badge that was chosen. */
export const rankingWords = {
  nobody: 'No applicant has this badge',
  nobodyShortlisted: 'No one on your shortlist has this badge',
  everyone: 'Show Everyone',
} as const
