/** What a brand reads around everything that waits for its review. */
export const queueWords = {
  title: 'Review queue',
  failed: 'We could not load what waits for your review.',
  none: 'Nothing waits for your review',
  noneText: 'Deliveries appear here one after another as creators hand them in.',
  toBoard: 'Back to Board',
  toProjects: 'My Projects',
  /** Beside the decision: whose work comes next, and how many still wait. */
  next: (creator: string) => `Next: ${creator}`,
  left: (count: number) => `${count} more ${count === 1 ? 'waits' : 'wait'} for your review`,
  last: 'Done',
} as const
