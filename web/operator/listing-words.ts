/** What the console says of a project that hires several creators, and of the deals it split off. */
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
  /** On a deal: what hired for it. */
  from: 'Hired through',
} as const
