import type { ErrorEntry } from './error-entry.ts'

/* A dispute that a card's bank opens about a charge (a chargeback), as the console shows it. Disputes between the two
   sides of a deal are in disputes.ts. The calls are the operator's (operator.ts): only the console loads this file. */

/**
 * Whether evidence can be sent. unanswered: it was sent without a response, so the same must be sent again; not_taken:
 * the bank accepts none for this dispute; closed: the bank has decided.
 */
export const BANK_DISPUTE_STATES = [
  'open',
  'unanswered',
  'sent',
  'past_due',
  'not_taken',
  'closed',
] as const
export type BankDisputeState = (typeof BANK_DISPUTE_STATES)[number]

/** The fields of the evidence, by the provider's own names, in the order of the form. */
export const BANK_EVIDENCE_FIELDS = [
  'product_description',
  'service_date',
  'customer_name',
  'customer_email_address',
  'access_activity_log',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'uncategorized_text',
] as const
export type BankEvidenceField = (typeof BANK_EVIDENCE_FIELDS)[number]

/**
 * Maximum characters of each. Together they fit into one request in any script (REQUEST_BOUNDS.bodyBytes), and stay far
 * below Stripe's 150,000 and the pages that card networks accept.
 */
export const BANK_EVIDENCE_LIMITS: Readonly<Record<BankEvidenceField, number>> = {
  product_description: 4_000,
  service_date: 100,
  customer_name: 200,
  customer_email_address: 254,
  access_activity_log: 3_000,
  refund_policy_disclosure: 1_500,
  refund_refusal_explanation: 1_000,
  uncategorized_text: 8_000,
}

/** Each field's label and hint in the form. */
export const bankEvidenceWords: Readonly<
  Record<BankEvidenceField, { label: string; hint?: string }>
> = {
  product_description: { label: 'What was sold' },
  service_date: { label: 'Date of the work' },
  customer_name: { label: 'Customer' },
  customer_email_address: { label: 'Customer’s email' },
  access_activity_log: { label: 'What happened, and when' },
  refund_policy_disclosure: { label: 'What the customer was told about refunds' },
  refund_refusal_explanation: { label: 'Why no refund is due' },
  uncategorized_text: {
    label: 'Agreement, deliveries and messages',
    hint: 'Remove anything the bank does not need.',
  },
}

/** The console's text for each state. */
export const bankDisputeStateWords: Readonly<Record<BankDisputeState, string>> = {
  open: 'Evidence can be sent once, until the deadline.',
  unanswered:
    'The evidence was sent, but the provider did not respond. Send it again: it counts only once.',
  sent: 'The bank has the evidence and will decide.',
  past_due: 'The deadline has passed. The bank no longer accepts evidence.',
  not_taken: 'The bank accepts no evidence from here for this dispute.',
  closed: 'The bank has decided.',
}

/** The console's texts for it. */
export const bankDisputeWords = {
  title: 'Bank dispute',
  reason: 'The bank says',
  amount: 'Taken back',
  deadline: 'Evidence until',
  noDeadline: 'No date',
  evidence: 'Evidence',
  notSent: 'Not sent',
  sentElsewhere: 'Sent, but not from here',
  outcome: 'Decided',
  seal: 'Sealed, SHA-256',
  send: 'Send to the bank',
  sendAgain: 'Send again',
  ask: 'Send the evidence to the bank?',
  final: 'It goes to the bank at once, and cannot be changed or added to afterwards.',
  done: 'Sent to the bank',
} as const

export const bankDisputeMessages = {
  descriptionRequired: 'Say what was sold.',
} as const

export const bankDisputeErrors = {
  'bank_dispute.none': { status: 409, message: 'No bank disputes this payment.' },
  'bank_dispute.sent': {
    status: 409,
    message: 'Evidence has already been sent, and the bank accepts it only once.',
  },
  'bank_dispute.other_sent': {
    status: 409,
    message: 'Other evidence is already on its way. Reload the page to see it.',
  },
  'bank_dispute.past_due': {
    status: 409,
    message: 'The deadline has passed. The bank no longer accepts evidence.',
  },
  'bank_dispute.not_taken': {
    status: 409,
    message: 'The bank accepts no evidence from here for this dispute.',
  },
  'bank_dispute.closed': { status: 409, message: 'The bank has decided this dispute.' },
  'bank_dispute.provider_unavailable': {
    status: 503,
    message: 'The payment provider did not respond. Please try again: evidence counts only once.',
  },
  'bank_dispute.refused': {
    status: 409,
    message: 'The payment provider did not accept the evidence. Nothing was sent to the bank.',
  },
  'bank_dispute.provider_refused': {
    status: 502,
    message:
      'The payment provider did not accept the evidence. Nothing was sent to the bank. See Differences for its reason.',
  },
} as const satisfies Record<string, ErrorEntry>
