import { z } from 'zod'
import { emailAddress, feeTerms, id, idParams, listQuery, timestamp, usd } from './field-schemas.ts'
import {
  CAME_BACK,
  DISPUTE_OUTCOMES,
  MONEY_PLACES,
  PAYMENT_PURPOSES,
  PAYMENT_STATUSES,
  STATEMENT_KINDS,
  TURNED_AWAY_REASONS,
  WAYS_OUT,
  paymentMessages as say,
} from './payments.ts'

/** Money that arrived and was not held: it goes straight back to the card that paid it. */
export const turnedAway = z.object({
  reason: z.enum(TURNED_AWAY_REASONS),
  /** USD. */
  amount: z.number(),
  arrived_at: timestamp,
  /** Null until the provider has accepted the refund. */
  returned_at: timestamp.nullable(),
  /** The card did not take it: it is owed to the seller and paid out by hand. */
  came_back_at: timestamp.nullable(),
})
export type TurnedAway = z.infer<typeof turnedAway>

export const payment = z.object({
  id,
  project_id: id,
  application_id: id,
  seller_id: id,
  creator_id: id,
  purpose: z.enum(PAYMENT_PURPOSES),
  status: z.enum(PAYMENT_STATUSES),
  /** USD: the agreed price. */
  amount: z.number(),
  /**
   * USD: the amount that was or is to be charged; more than the amount when both sides have since agreed on a lower
   * price.
   */
  charged_amount: z.number(),
  /** USD: the creator's share and the platform's fee (decision P6), from the part that does not go back. */
  creator_amount: z.number(),
  fee_amount: z.number(),
  /** The deal's own terms, agreed when its application was accepted. */
  fee_terms: feeTerms,
  /** USD: the part of the amount that goes or went back by an operator's decision while the rest is released. */
  returned_part: z.number(),
  /** An operator decided about it: neither party can move it any more. */
  decided: z.boolean(),
  /** "Visa ending 4242", once known. */
  payment_method: z.string().nullable(),
  /** A saved card is being charged; there is no checkout page to open. */
  charging: z.boolean(),
  /** Why the last attempt to pay failed, in the bank's words. */
  failure: z.string().nullable(),
  /** The card's bank disputes the charge: held money is frozen. Stays true once the dispute is lost. */
  disputed: z.boolean(),
  dispute_outcome: z.enum(DISPUTE_OUTCOMES).nullable(),
  /** The open dispute between the two sides that freezes the held money (disputes.ts), as opposed to the bank's. */
  deal_dispute_id: id.nullable(),
  /** A release or a refund was ordered and the provider's response is outstanding. */
  moving: z.enum(WAYS_OUT).nullable(),
  /** The release is sent at this time: the creator's payout account was changed shortly before. */
  release_after: timestamp.nullable(),
  /** Held again because money that had left came back: the next step is to release or return it again. */
  came_back: z.enum(CAME_BACK).nullable(),
  /** The deal's own payment went back, and this is what its extras still hold (decision 0073); absent otherwise. */
  is_rest: z.boolean().optional(),
  /** The newest payment for this deal that was not held; null when all were held. */
  turned_away: turnedAway.nullable(),
  funded_at: timestamp.nullable(),
  released_at: timestamp.nullable(),
  refunded_at: timestamp.nullable(),
  created_at: timestamp,
})

export const paymentWithProject = payment.extend({
  project_title: z.string(),
  counterpart_name: z.string(),
})

/** One of a deal's several payments, for the statement line that is about it: USD, each as in `payment`. */
const paymentPart = payment.pick({
  amount: true,
  charged_amount: true,
  creator_amount: true,
  fee_amount: true,
  returned_part: true,
})

/** The history of a deal's money, as one of its parties sees it, oldest line first. */
export const statement = z.object({
  /** Where the money is now. */
  place: z.enum(MONEY_PLACES),
  /** For money at the bank: the day it is or was expected there, 'YYYY-MM-DD'. */
  bank_date: z.string().nullable(),
  /** Whether the provider confirmed its arrival. */
  bank_arrived: z.boolean(),
  /** USD, once released: what the creator received and what the platform kept. */
  sent_amount: z.number(),
  fee_amount: z.number(),
  /** USD: what went back to the card. */
  returned_amount: z.number(),
  /** USD: what is still held; absent once nothing is. Of a deal's payments, some may have gone back as a whole. */
  held_amount: z.number().optional(),
  lines: z.array(
    z.object({
      /** Stable across reads; not a provider id. */
      id: z.string(),
      kind: z.enum(STATEMENT_KINDS),
      /** USD: the amount it added to the reader's own money; negative if it took money; 0 if money only moved. */
      amount: z.number(),
      at: timestamp,
      /** to_bank: the day it is expected there, 'YYYY-MM-DD'. */
      day: z.string().nullable(),
      /** bank_returned: the reason, in the bank's words. */
      note: z.string().nullable(),
      /** USD. share_came_back: what was held again from then on. */
      held_amount: z.number().optional(),
      /** Where the deal has several payments: the one that the line is about. */
      part: paymentPart.optional(),
    }),
  ),
})

/** Released money that has not been shown to its creator yet. */
export const arrival = z.object({
  payment_id: id,
  project_id: id,
  project_title: z.string(),
  seller_name: z.string(),
  /** USD: the creator's share. */
  amount: z.number(),
  released_at: timestamp,
  /** The day it is or was expected at their bank, 'YYYY-MM-DD'; null until the provider names one. */
  bank_date: z.string().nullable(),
  /** Whether the provider confirmed its arrival there. */
  bank_arrived: z.boolean(),
})

export const paymentMethod = z.object({
  id,
  stripe_customer_id: z.string(),
  stripe_payment_method_id: z.string(),
  /** SPEC §9: always 'card'. */
  payment_method_type: z.literal('card'),
  is_default: z.boolean(),
  card_brand: z.string(),
  card_last4: z.string(),
  card_exp_month: z.number(),
  card_exp_year: z.number(),
  created_at: timestamp,
})

const paymentIds = z.strictObject({
  project_id: z.uuid({ error: say.createIdsRequired }),
  application_id: z.uuid({ error: say.createIdsRequired }),
  /** The agreed amendment whose higher price is paid; without it, the deal itself is paid. */
  amendment_id: id.optional(),
  /** The agreed extension of the deal's licence that is paid; it has no escrow. Not together with an amendment. */
  extension_id: id.optional(),
  /** One of the seller's own saved cards; without it, the provider's checkout page asks for a card. */
  payment_method_id: id.optional(),
  /**
   * USD: the amount that the payer was shown. Refused when a different amount would be paid; without it there is no
   * such check.
   */
  expected_amount: usd.optional(),
})
const paymentId = z.strictObject({ payment_id: z.uuid({ error: say.paymentIdRequired }) })

export const paymentSchemas = {
  /** Newest first. */
  'payments.list': { query: listQuery, answer: z.array(paymentWithProject) },
  /** The deal's money in total: the sum of its payments. */
  'payments.for_project': { params: idParams, answer: payment.nullable() },
  /** Newest first, at most ARRIVALS_SHOWN. */
  'payments.arrivals': { answer: z.array(arrival) },
  /**
   * The creator has seen its arrival, so it is not shown again. False, with nothing changed, while nothing was
   * released.
   */
  'payments.seen': { params: idParams, answer: z.object({ seen: z.boolean() }) },
  'payments.create': {
    body: paymentIds,
    /**
     * `checkout_url` is null when no checkout page is needed: the saved card was charged, refused, or is being charged.
     */
    answer: payment.extend({ checkout_url: z.string().nullable() }),
  },
  'payments.release': { body: paymentId, answer: payment },
  'payments.refund': { body: paymentId, answer: payment },
  'payments.statement': { params: idParams, answer: statement },
  'payment_methods.create_customer': {
    body: z.strictObject({ email: emailAddress }),
    answer: z.object({ customer_id: z.string() }),
  },
  'payment_methods.setup': { answer: z.object({ setup_url: z.string() }) },
  /** Newest first, a single page: each card was entered at the provider, and no one has more than LIST_PAGE. */
  'payment_methods.list': { answer: z.array(paymentMethod) },
  'payment_methods.set_default': { params: idParams, answer: paymentMethod },
  'payment_methods.remove': { params: idParams, answer: z.object({ removed: z.literal(true) }) },
} as const

export type Payment = z.infer<typeof payment>
export type PaymentWithProject = z.infer<typeof paymentWithProject>
export type Arrival = z.infer<typeof arrival>
export type Statement = z.infer<typeof statement>
export type StatementLine = Statement['lines'][number]
export type PaymentMethod = z.infer<typeof paymentMethod>
