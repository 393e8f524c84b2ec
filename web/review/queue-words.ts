/** The brand's texts around the deliveries that wait for its review. */
export const queueWords = {
  title: 'Review queue',
  failed: 'We could not load what waits for your review.',
  none: 'Nothing waits for your review',
  noneText: 'Deliveries appear here one after another as creators hand them in.',
  toBoard: 'Back to Board',
  toProjects: 'My Projects',
  /** Beside the decision: whose work comes next, and the number still waiting. */
  next: (creator: string) => `Next: ${creator}`,
  left: (count: number) => `${count} more ${count === 1 ? 'waits' : 'wait'} for your review`,
  last: 'Done',
} as const
