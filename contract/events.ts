/**
 * Every event that the events table can record, by its subject. An event that is not named here cannot be recorded, and
 * one that is needs a line in `notices` (notices.ts): who is notified, or why no one is.
 */
export const EVENT_MOVES = {
  project: ['create', 'publish', 'start', 'close', 'lapse', 'complete', 'cancel'],
  application: ['submit', 'accept', 'reject', 'fill'],
  offer: ['make', 'accept', 'decline', 'counter', 'withdraw', 'expire', 'overtake', 'close'],
  amendment: [
    'propose',
    'accept',
    'decline',
    'withdraw',
    'expire',
    'close',
    'agree',
    'pay',
    'lapse',
    'call_off',
  ],
  package_order: ['place', 'accept', 'decline', 'cancel', 'lapse', 'unfunded'],
  deliverable: ['submit', 'approve', 'request_revision', 'supersede', 'escalate'],
  /** `send` is one event for all notes sent together without a revision request; its subject is the first of them. */
  review_note: ['send', 'answer', 'resolve', 'reopen', 'withdraw', 'waive'],
  review_reply: ['send'],
  payment: [
    'create',
    'retry',
    'hold',
    'fail',
    'order_release',
    'release',
    'release_failed',
    'release_stopped',
    'transfer_came_back',
    'transfer_part_came_back',
    'order_refund',
    'refund',
    'refund_failed',
    'refund_stopped',
    'refund_came_back',
    'decide',
    'order_part_refund',
    'part_refund',
    'part_refund_failed',
    'part_refund_stopped',
    'part_refund_came_back',
    'order_agreed_refund',
    'agreed_refund',
    'agreed_refund_failed',
    'agreed_refund_stopped',
    'return_cancelled',
    'return_second',
    'return_refunded',
    'return_late_extra',
    'owe_return',
    'pay_outside',
    'dispute',
    'dispute_won',
    'dispute_lost',
  ],
  /**
   * Includes its extensions (licence-extensions.ts): `extend` and `shorten` move its last day when they are paid or
   * returned.
   */
  licence: [
    'grant',
    'void',
    'reinstate',
    'take_extension',
    'propose_extension',
    'offer_extension',
    'agree_extension',
    'decline_extension',
    'withdraw_extension',
    'expire_extension',
    'extend',
    'shorten',
  ],
  /**
   * A product in transit (shipping.ts). `plan` adds one to a running deal; the product of a posted project begins with
   * `hire`.
   */
  shipment: [
    'plan',
    'hire',
    'drop',
    'give_address',
    'correct_address',
    'ship',
    'receive',
    'report',
  ],
  invitation: ['send', 'accept', 'hire', 'decline', 'lapse'],
  /** `payout_failed`: what the account sent to its owner's bank did not arrive, or the bank returned it. */
  payout_account: ['connect', 'restrict', 'close', 'payout_failed'],
  // Our own disputes (disputes.ts); a bank's are payment.dispute…
  deal_dispute: ['open', 'answer', 'add_statement', 'fall_due', 'withdraw', 'decide', 'close'],
  /** What the sides of a finished deal say about each other (reputation.ts); `review_…` are notes in the review room. */
  deal_review: ['open', 'ask', 'write', 'edit', 'reveal', 'lapse', 'answer', 'hide', 'restore'],
  /** What someone reported, and what an operator did about a person (reports.ts). */
  report: ['create', 'take', 'act', 'dismiss'],
  sanction: ['impose', 'appeal', 'uphold', 'reverse'],
  /** A person's own blocks (blocks.ts). */
  block: ['add', 'remove'],
  /** An operator's act in the console; its row in operator_acts has the object and the reason. */
  operator_act: [
    'ban',
    'unban',
    'end_sessions',
    'begin_view',
    'end_view',
    'apply_webhook',
    'retry_job',
    'give_up_job',
    'take_difference',
    'note_difference',
    'resolve_difference',
    'decide_dispute',
    'propose',
    'confirm_proposal',
    'reject_proposal',
    'withdraw_proposal',
    'send_bank_evidence',
    'hide_deal_review',
    'take_report',
    'dismiss_report',
    'act_on_report',
    'answer_appeal',
    'overrule_ring',
    'reinstate_ring',
    'make_owner',
    'make_finance',
    'make_support',
    'make_read_only',
  ],
} as const

export type EventEntity = keyof typeof EVENT_MOVES
export type EventMove<Entity extends EventEntity = EventEntity> =
  (typeof EVENT_MOVES)[Entity][number]

/** One kind of event: 'application.submit'. */
export type EventKind = { [E in EventEntity]: `${E}.${EventMove<E>}` }[EventEntity]

/** What the clock notifies about although nothing changed: someone has to act, or a day has passed. */
export const CLOCK_KINDS = [
  'clock.review_reminder',
  'clock.invitation_reminder',
  'clock.offer_reminder',
  'clock.order_reminder',
  'clock.order_funding_reminder',
  'clock.payment_reminder',
  'clock.amendment_reminder',
  'clock.amendment_unpaid',
  'clock.shipment_reminder',
  'clock.licence_ends',
  'clock.licence_ended',
  'clock.deadline_near',
  'clock.deadline_passed',
  'clock.deadline_passed_unfilled',
  'clock.dispute_reminder',
  'clock.deal_review_opened',
  'clock.deal_review_reminder',
] as const
export type ClockKind = (typeof CLOCK_KINDS)[number]

/** Anything a person may be notified of. */
export type NoticeKind = EventKind | ClockKind

/** Every kind of event there is. */
export const eventKinds = (Object.keys(EVENT_MOVES) as EventEntity[]).flatMap((entity) =>
  EVENT_MOVES[entity].map((move) => `${entity}.${move}` as EventKind),
)
