import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/**
 * SPEC §4. rejected is displayed as "needs revision", or as "replaced" where `superseded_at` is set (decision 0050).
 */
export const DELIVERABLE_STATUSES = ['pending', 'approved', 'rejected'] as const
export type DeliverableStatus = (typeof DELIVERABLE_STATUSES)[number]

/**
 * pending ─approve──────────→ approved   by the project's owner, or the system on day 7 (decision P16)
 *    ├────request_revision─→ rejected   by the project's owner, with a note (decision P15)
 *    └────supersede────────→ rejected   by its creator, who hands in a newer version (decision 0050)
 */
export const deliverableTransitions = {
  approve: { from: ['pending'], to: 'approved', by: ['owner', 'system'] },
  request_revision: { from: ['pending'], to: 'rejected', by: ['owner'] },
  supersede: { from: ['pending'], to: 'rejected', by: ['creator'] },
} as const satisfies TransitionTable<DeliverableStatus, 'owner' | 'creator' | 'system'>

/**
 * The state of a delivery as people read it: its status, or that a newer version replaced it before it was answered, or
 * that a dispute about its deal was decided while it was waiting.
 */
export function deliverableStanding({
  status,
  superseded_at,
  decided,
}: {
  status: DeliverableStatus
  superseded_at: string | null
  decided: boolean
}): DeliverableStatus | 'replaced' | 'decided' {
  if (superseded_at !== null) return 'replaced'
  return decided ? 'decided' : status
}

/** SPEC §9: days a delivery may wait for an answer, counted from created_at. */
export const REVIEW_WINDOW_DAYS = 7
/** Decision P16: the number of full days after which the seller gets a reminder. */
export const REVIEW_REMINDER_DAYS = [3, 5, 6] as const
/**
 * Decision P16: the outcome for an unanswered delivery. approve: it counts as approved; escalate: a dispute about the
 * money held for it is opened, and an operator decides.
 */
export const REVIEW_WINDOW_OUTCOMES = ['approve', 'escalate'] as const
export type ReviewWindowOutcome = (typeof REVIEW_WINDOW_OUTCOMES)[number]
/** SPEC §9: deliverables listed on the dashboard. */
export const DASHBOARD_DELIVERABLES = 5

/** Lengths in characters, our own bounds where the spec has none. */
export const DELIVERABLE_LIMITS = {
  notes: 4_000,
  reviewer_notes: 4_000,
  post_url: 2_048,
  file_name: 255,
} as const

export const deliverableRoutes = {
  'deliverables.for_project': 'GET /api/projects/:id/deliverables',
  'deliverables.upload': 'GET /api/deliverable-files/:id',
  'deliverables.submit': 'POST /api/projects/:id/deliverables',
  'deliverables.mine': 'GET /api/deliverables/mine',
  'deliverables.to_review': 'GET /api/deliverables/to-review',
  'deliverables.queue': 'GET /api/deliverables/queue',
  'deliverables.approve': 'POST /api/deliverables/:id/approve',
  'deliverables.request_revision': 'POST /api/deliverables/:id/request-revision',
} as const

export const deliverableMessages = {
  /** SPEC §5. */
  fileRequired: 'Please upload your deliverable file',
  noteRequired: 'Say what should change, so that the creator can act on it.',
} as const

export const deliverableErrors = {
  'deliverable.not_accepted': {
    status: 409,
    message: 'Only the accepted creator of a running project can deliver.',
  },
  /** The deal is over for both sides: the screens do not ask for work either. */
  'deliverable.money_returned': {
    status: 409,
    message:
      'The payment went back to the card, so nothing more can be delivered or reviewed here.',
  },
  'deliverable.already_reviewed': {
    status: 409,
    message: 'This deliverable has already been reviewed.',
  },
  'deliverable.superseded': {
    status: 409,
    message: 'A newer version was handed in. Look at that one.',
  },
  /** What the seller read before they approved is out of date: nothing is approved or released. */
  'deliverable.open_work': {
    status: 409,
    message: 'More work is open now. Look at it first, or approve and release once more.',
  },
  'deliverable.file_missing': { status: 422, message: deliverableMessages.fileRequired },
  /** `fields` names each of them, as `files.<its place from 0>`. */
  'deliverable.file_taken': {
    status: 409,
    message: 'A file of this delivery was handed in before.',
  },
  /** `fields` as above. */
  'deliverable.item_wrong': {
    status: 422,
    message: 'Some files do not fit their items. Look at the list.',
  },
} as const satisfies Record<string, ErrorEntry>

/** Returns the moment (UTC ms) until which a delivery whose window began at `reviewFrom` waits for review. */
export function reviewDeadline(reviewFrom: string): number {
  return Date.parse(reviewFrom) + REVIEW_WINDOW_DAYS * 24 * 60 * 60 * 1_000
}
