/** What the brand reads about its own shortlist mark. */
export const shortlistWords = {
  act: 'Shortlist',
  filter: 'Shortlisted',
  private: 'Only you see your shortlist.',
  failed: 'Failed to change your shortlist',
} as const
