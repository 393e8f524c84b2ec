import type { ErrorEntry } from './error-entry.ts'

/** Rows per page of the console's lists. Our choice. */
export const OPERATOR_PAGE = 50

/** Characters. */
export const OPERATOR_LIMITS = {
  /** The search text. */
  search: 200,
  /** The reason for an act, and a note. */
  reason: 500,
  /** Days a temporary ban may last. */
  banDays: 3_650,
  /** The maximum of a project's events and of a payment's ledger lines: more than any deal has. */
  lines: 500,
} as const

/**
 * The account state that is shown: an unconfirmed account has no access yet, a deleted one keeps its name in its
 * finished deals.
 */
export const PERSON_STATES = ['active', 'unconfirmed', 'banned', 'deleted'] as const
export type PersonState = (typeof PERSON_STATES)[number]

/** A payment's problems and operations in progress, shown beside its status. */
export const PAYMENT_FLAGS = ['disputed', 'moving', 'came_back'] as const
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number]

/**
 * waiting: stored, but its job has not applied it yet; ignored: about another party's object on the same provider
 * account.
 */
export const WEBHOOK_STATES = ['waiting', 'applied', 'ignored'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** retrying: it failed and is retried later; given_up: no longer retried automatically. */
export const JOB_STATES = ['retrying', 'running', 'given_up'] as const
export type JobState = (typeof JOB_STATES)[number]

export const DIFFERENCE_STATES = ['open', 'resolved'] as const
export type DifferenceState = (typeof DIFFERENCE_STATES)[number]

/** The subjects of acts. */
export const ACT_SUBJECTS = [
  'person',
  'project',
  'payment',
  'dispute',
  'webhook',
  'job',
  'difference',
  'deal_review',
  'report',
  'ring',
] as const
export type ActSubject = (typeof ACT_SUBJECTS)[number]

/** SPEC §5 does not define these forms; they are ours. */
export const operatorMessages = {
  reasonRequired: 'Give the reason: every operator reads it in the activity.',
  noteRequired: 'Write the note first.',
  daysInvalid: `Choose between 1 and ${OPERATOR_LIMITS.banDays} days.`,
} as const

export const operatorErrors = {
  /** Shown only to an operator whose address is configured but whose session lacks a second factor. */
  'operator.second_factor_required': {
    status: 403,
    message: 'The console needs a second factor. Set up an authenticator app in your profile.',
  },
  'operator.role_missing': {
    status: 403,
    message: 'Your role does not include this. Ask an owner.',
  },
  'operator.last_owner': {
    status: 409,
    message: 'This is the only owner. Make someone else an owner first.',
  },
  'operator.not_on_operators': {
    status: 409,
    message: 'Operators cannot be banned here. Remove the address from the configuration first.',
  },
  'operator.person_deleted': {
    status: 409,
    message: 'This account was deleted. Nothing more can be done with it.',
  },
  'operator.job_running': {
    status: 409,
    message: 'This job is running right now. Check again in a moment.',
  },
  'operator.paid_differs': {
    status: 409,
    message:
      'That is not what this difference leaves owed. Pay out exactly that, then resolve it with the amount.',
  },
  'operator.difference_resolved': {
    status: 409,
    message: 'This difference is already resolved.',
  },
} as const satisfies Record<string, ErrorEntry>
