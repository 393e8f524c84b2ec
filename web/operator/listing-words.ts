/** The console's texts about a project that hires several creators, and about the deals that were split off from it. */
export const listingWords = {
  title: 'Deals',
  none: 'No one is hired yet.',
  creators: 'Creators',
  until: 'Hiring until',
  noUntil: 'No last day',
  budget: 'Budget for each',
  total: 'Total budget',
  noTotal: 'No limit',
  committed: 'Agreed with hires',
  with: (creator: string) => `Deal with ${creator}`,
  /** In a list, below the title. */
  oneOf: 'One of several hires',
  /** On a deal: the project that hired for it. */
  from: 'Hired through',
} as const
