import { z } from 'zod'
import { feeTerms, id, timestamp } from './field-schemas.ts'
import {
  ACT_SUBJECTS,
  JOB_STATES,
  PAYMENT_FLAGS,
  PERSON_STATES,
  WEBHOOK_STATES,
} from './operator.ts'
import { moneyProposal } from './operator-proposal-schemas.ts'
import { OPERATOR_ROLES } from './operator-roles.ts'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from './ledger.ts'
import { PAYMENT_PURPOSES, PAYMENT_STATUSES } from './payments.ts'
import { personCard } from './profile-schemas.ts'
import { SCAM_KINDS } from './safety.ts'
import { DELIVERY_OUTCOMES } from './webhook-deliveries.ts'

/** What the console shows: rows of its lists, and complete records. Its calls are in operator-schemas.ts. */

/** Someone whose latest messages had warnings about things that no honest deal needs (contract/safety.ts). */
const warnedPerson = personCard.extend({
  warnings: z.number(),
  kinds: z.array(z.enum(SCAM_KINDS)),
  last_at: timestamp,
})

/** What waits for an operator. */
/** An operator, as the others see them. */
export const operatorOfMarket = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(OPERATOR_ROLES),
})

export const operatorOverview = z.object({
  /** The address and role of the operator who is signed in. */
  email: z.string(),
  role: z.enum(OPERATOR_ROLES),
  /** The calls that the role may make; the console offers only these. */
  may: z.array(z.string()),
  /** How much waits. */
  open_differences: z.number(),
  given_up_jobs: z.number(),
  retrying_jobs: z.number(),
  waiting_webhooks: z.number(),
  /** Disputes of charges by banks, and disputes between two sides that wait for a decision. */
  disputed_payments: z.number(),
  disputes_to_decide: z.number(),
  /** Decisions by other operators that wait for a second person. */
  proposals_to_confirm: z.number(),
  banned_people: z.number(),
  open_reports: z.number(),
  open_appeals: z.number(),
  /**
   * Median hours from a report to an operator's first look, over the last FIRST_LOOK_DAYS days; null if there was none.
   */
  first_look_hours: z.number().nullable(),
  /** USD held for running deals, and the number of those deals. */
  held_amount: z.number(),
  held_payments: z.number(),
  /**
   * The tool that prepares videos on the machine that responded; null if there is none and videos are shown as
   * uploaded.
   */
  video_tool: z.string().nullable(),
  /** Latest first; at most SAFETY_WATCH.people. */
  warned_people: z.array(warnedPerson),
})

/** A person in a list of the console. */
export const operatorPersonRow = personCard.extend({
  /** Empty once deleted. */
  email: z.string(),
  state: z.enum(PERSON_STATES),
  /** Null: not banned, or banned permanently. */
  banned_until: timestamp.nullable(),
  last_sign_in_at: timestamp.nullable(),
  created_at: timestamp,
})

/** One of a person's sessions; it never contains the tokens. */
const openSession = z.object({
  id,
  created_at: timestamp,
  refreshed_at: timestamp,
  user_agent: z.string().nullable(),
  second_factor: z.boolean(),
})

export const operatorPerson = operatorPersonRow.extend({
  /** Listed in the configuration, so they cannot be banned here. */
  operator: z.boolean(),
  /** Sign-in methods: 'email', 'google'. */
  ways: z.array(z.string()),
  second_factors: z.number(),
  /** The payout account at the provider; null without one. */
  payout_account: z.object({ provider_id: z.string(), ready: z.boolean() }).nullable(),
  customer_provider_id: z.string().nullable(),
  bio: z.string().nullable(),
  counts: z.object({
    projects: z.number(),
    applications: z.number(),
    deliverables: z.number(),
    payments: z.number(),
  }),
  sessions: z.array(openSession),
})

/** One recorded move: an event of the deal. */
export const recordedEvent = z.object({
  number: z.string(),
  entity: z.string(),
  move: z.string(),
  from_state: z.string().nullable(),
  to_state: z.string(),
  at: timestamp,
  /** Null: the clock or the provider did it. */
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
})

export const operatorPaymentRow = z.object({
  id,
  project_id: id,
  project_title: z.string(),
  purpose: z.enum(PAYMENT_PURPOSES),
  status: z.enum(PAYMENT_STATUSES),
  /** As both sides see it: money that arrived and went straight back is refunded. */
  shown_status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  /** USD: the amount that was or is to be charged. */
  amount: z.number(),
  /**
   * USD: the amount that the status is about, where a part went back earlier: what is held now, or what was released.
   */
  state_amount: z.number(),
  seller: personCard,
  creator: personCard,
  created_at: timestamp,
})

/** A provider event in the inbox; only object ids and states of its content are included. */
export const operatorWebhook = z.object({
  id: z.string(),
  number: z.string(),
  type: z.string(),
  state: z.enum(WEBHOOK_STATES),
  received_at: timestamp,
  applied_at: timestamp.nullable(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})

/** Deliveries to the webhook by outcome. Days are UTC. */
export const operatorDeliveries = z.object({
  outcomes: z.array(
    z.object({
      outcome: z.enum(DELIVERY_OUTCOMES),
      today: z.number(),
      /** From the last RECENT_DELIVERY_DAYS days. */
      recent: z.number(),
      /** From the last DELIVERY_COUNT_DAYS days. */
      kept: z.number(),
      first_at: timestamp.nullable(),
      last_at: timestamp.nullable(),
    }),
  ),
})

/** An event that concerns the subject of an operator's act, or a statement about it. */
export const operatorAct = z.object({
  id: z.string(),
  act: z.string(),
  subject: z.enum(ACT_SUBJECTS),
  subject_id: z.string(),
  /** Its subject, in a few words: a name, a task, a kind. */
  subject_name: z.string(),
  reason: z.string().nullable(),
  actor_id: id,
  actor_name: z.string(),
  at: timestamp,
})

export const operatorDifference = z.object({
  id: z.string(),
  kind: z.string(),
  payment_id: id.nullable(),
  provider_id: z.string(),
  detail: z.string(),
  /** USD: the amount it leaves owed to one of the two sides; otherwise 0. */
  owed_amount: z.number(),
  found_at: timestamp,
  resolved_at: timestamp.nullable(),
  owner_name: z.string().nullable(),
  /** Whether the calling operator is its assignee. */
  own: z.boolean(),
  /** The newest note, or why it was resolved by hand. */
  note: z.string().nullable(),
  /** Booking its payout requires a second person: it is proposed, and another operator confirms. */
  second_person: z.boolean(),
  /** The proposal that is waiting. */
  proposal: moneyProposal.nullable(),
})

/** A ledger movement with its entries: signed USD that sum to zero. */
const movement = z.object({
  number: z.string(),
  kind: z.enum(LEDGER_KINDS),
  reference: z.string(),
  created_at: timestamp,
  entries: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: z.number() })),
})

/** A call that moves money, stored before it was made. */
const moneyOperation = z.object({
  number: z.string(),
  kind: z.string(),
  attempt: z.number(),
  state: z.string(),
  idempotency_key: z.string(),
  provider_id: z.string().nullable(),
  failure: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  settled_at: timestamp.nullable(),
})

export const operatorPayment = operatorPaymentRow.extend({
  application_id: id,
  /** USD: the part of the amount that both sides later agreed to return. The shares are of the rest. */
  agreed_refund: z.number(),
  /** USD. */
  creator_amount: z.number(),
  fee_amount: z.number(),
  fee_terms: feeTerms,
  payment_method: z.string().nullable(),
  attempt: z.number(),
  failure: z.string().nullable(),
  dispute_outcome: z.string().nullable(),
  moving: z.string().nullable(),
  came_back: z.string().nullable(),
  funded_at: timestamp.nullable(),
  released_at: timestamp.nullable(),
  refunded_at: timestamp.nullable(),
  /** Provider objects by type: 'Charge' → ch_… */
  provider_objects: z.array(z.object({ name: z.string(), provider_id: z.string() })),
  /** USD by account, without the accounts at zero. */
  balances: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: z.number() })),
  movements: z.array(movement),
  operations: z.array(moneyOperation),
  webhooks: z.array(operatorWebhook),
  differences: z.array(operatorDifference),
  events: z.array(recordedEvent),
  acts: z.array(operatorAct),
})

export const operatorJob = z.object({
  id: z.string(),
  task: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.number(),
  max_attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: timestamp,
  /** When it is retried next; for one that was given up, when it would have been retried. */
  run_at: timestamp,
  /** The ids in its payload; never the content of a mail. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})

export type OperatorOverview = z.infer<typeof operatorOverview>
export type WarnedPerson = z.infer<typeof warnedPerson>
export type OperatorPersonRow = z.infer<typeof operatorPersonRow>
export type OperatorPerson = z.infer<typeof operatorPerson>
export type OperatorPaymentRow = z.infer<typeof operatorPaymentRow>
export type OperatorPayment = z.infer<typeof operatorPayment>
export type OperatorOfMarket = z.infer<typeof operatorOfMarket>
export type OperatorDeliveries = z.infer<typeof operatorDeliveries>
export type OperatorWebhook = z.infer<typeof operatorWebhook>
export type OperatorJob = z.infer<typeof operatorJob>
export type OperatorDifference = z.infer<typeof operatorDifference>
export type OperatorAct = z.infer<typeof operatorAct>
export type RecordedEvent = z.infer<typeof recordedEvent>
