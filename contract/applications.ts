import type { AmountRule } from './amount-text.ts'
import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/** SPEC §4. */
export const APPLICATION_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/**
 * pending ─accept→ accepted      by the project's owner, once per project (decision P12)
 *    ├────reject→ rejected      by the project's owner, from the moment it can no longer be undone
 *    └────fill──→ rejected      by the system when another creator was accepted or the project closed
 */
export const applicationTransitions = {
  accept: { from: ['pending'], to: 'accepted', by: ['owner'] },
  reject: { from: ['pending'], to: 'rejected', by: ['owner'] },
  fill: { from: ['pending'], to: 'rejected', by: ['system'] },
} as const satisfies TransitionTable<ApplicationStatus, 'owner' | 'system'>

/**
 * Decision P33: how long, in ms, a rejection can be undone. Until then its creator reads "pending" and gets no notice.
 */
export const REJECT_UNDO_MS = 10_000

/** The progress of a rejection while the application is still pending for its creator; `counted` is `reject` above. */
export const REJECTION_STAGES = ['none', 'undoable', 'counted'] as const
export type RejectionStage = (typeof REJECTION_STAGES)[number]

/**
 * none ─begin→ undoable ─undo─→ none       by the project's owner, within REJECT_UNDO_MS and while the project is open
 *                  └────count→ counted    by the system once that time is over, whatever became of the project
 */
export const rejectionTransitions = {
  begin: { from: ['none'], to: 'undoable', by: ['owner'] },
  undo: { from: ['undoable'], to: 'none', by: ['owner'] },
  count: { from: ['undoable'], to: 'counted', by: ['system'] },
} as const satisfies TransitionTable<RejectionStage, 'owner' | 'system'>

/** SPEC §5: minimum price 1, step 0.01. The length is our own bound; the spec has none. */
export const APPLICATION_LIMITS = {
  message: 4_000,
  minimumPriceUsd: 1,
  priceStepUsd: 0.01,
} as const

/** How many works of an applicant the owner sees beside their name. Our choice. */
export const WORKS_SHOWN = 3

/** SPEC §5: the rule for a proposed price. */
export const PRICE_RULE: AmountRule = {
  called: 'price',
  leastCents: APPLICATION_LIMITS.minimumPriceUsd * 100,
}

export const applicationRoutes = {
  'applications.for_project': 'GET /api/projects/:id/applications',
  'applications.count': 'GET /api/projects/:id/applications/count',
  'applications.accepted': 'GET /api/projects/:id/applications/accepted',
  'applications.own': 'GET /api/projects/:id/applications/own',
  'applications.submit': 'POST /api/projects/:id/applications',
  'applications.mine': 'GET /api/applications/mine',
  'applications.accepting': 'GET /api/applications/:id/accepting',
  'applications.accept': 'POST /api/applications/:id/accept',
  'applications.reject': 'POST /api/applications/:id/reject',
  'applications.undo_reject': 'POST /api/applications/:id/undo-reject',
  'applications.shortlist': 'POST /api/applications/:id/shortlist',
  'applications.unshortlist': 'DELETE /api/applications/:id/shortlist',
} as const

/** SPEC §5, word for word. */
export const applicationMessages = {
  signInRequired: 'You must be logged in to apply',
  fieldsRequired: 'Please fill in all required fields',
  payoutTitle: 'Stripe Setup Required',
  payoutBody: 'Please complete your Stripe Connect setup before applying',
} as const

/** SPEC §8: the page error for applications that could not be loaded. */
export const applicationFailures = { load: 'Error loading applications' } as const

/** What is allowed before payouts are set up. Sending an application is not (SPEC §5). */
export const preparationWords = {
  begin: 'Prepare your application',
  beginHint: 'Write it now, send it once your payouts are set up.',
  kept: 'Kept on this device until you send it. Sending opens once your payouts are set up.',
} as const

export const applicationErrors = {
  /** Whatever the reason is, it concerns the other side. */
  'application.unavailable': { status: 409, message: 'You cannot apply to this project.' },
  'application.payout_setup_required': { status: 409, message: applicationMessages.payoutBody },
  'application.already_applied': {
    status: 409,
    message: 'You have already applied to this project.',
  },
  'application.own_project': { status: 409, message: 'You cannot apply to your own project.' },
  'application.already_answered': {
    status: 409,
    message: 'This application has already been answered.',
  },
  'application.undo_over': {
    status: 409,
    message: 'It is too late to undo: the creator has already been notified.',
  },
  'application.project_filled': {
    status: 409,
    message: 'A creator has already been accepted for this project.',
  },
} as const satisfies Record<string, ErrorEntry>
