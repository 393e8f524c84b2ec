import type { ProjectTimeline } from '#contract/project-schemas.ts'

/** The tabs of a project's owner, in their order. */
export const TABS = ['applications', 'payment', 'deliverables'] as const
export type Tab = (typeof TABS)[number]

/**
 * The tab with the owner's next move: choose someone, fund, review, then release what was approved last. For a finished
 * deal: its money.
 */
export function tabOfMoment(timeline: ProjectTimeline): Tab {
  if (!timeline.accepted_at) return 'applications'
  if (!timeline.funded_at || timeline.released_at || timeline.cancelled_at) return 'payment'
  const { approved_at: approved, delivered_at: delivered } = timeline
  return approved && !(delivered && delivered > approved) ? 'payment' : 'deliverables'
}
