/** Shown in place of the rows when no one has the chosen badge. */
export const rankingWords = {
  nobody: 'No applicant has this badge',
  nobodyShortlisted: 'No one on your shortlist has this badge',
  everyone: 'Show Everyone',
} as const
