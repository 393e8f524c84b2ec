import type { DealFacts } from '#contract/deal-state.ts'
import { isReturned } from '#contract/payments.ts'

/** The purpose of a creator's deal page: to work, to wait for a review, to change something, to look back. */
export type CreatorStage = 'to_do' | 'in_review' | 'revision' | 'done' | 'over'

/**
 * Returns the stage of a deal for its creator. Work is handed in while the project runs and its money has not gone
 * back.
 */
export function creatorStage({ project, work, money }: DealFacts): CreatorStage {
  if (money?.status === 'released') return 'done'
  const isOver =
    project !== 'in_progress' || isReturned(money && { ...money, is_rest: money.isRest })
  if (isOver) return 'over'
  if (work.revisionOpen) return 'revision'
  return work.versions === 0 ? 'to_do' : 'in_review'
}

/** Whether the server accepts work in this stage (server/deliverables/deliverable-service.ts). */
export const takesWork = (stage: CreatorStage): boolean => stage !== 'done' && stage !== 'over'
