import type {
  Arrival,
  Payment,
  PaymentWithProject,
  Statement,
  TurnedAway,
} from '#contract/payment-schemas.ts'
import { centsFromUsd, splitPrice, usdFromCents } from '#contract/money.ts'
import type { ArrivalRow } from './arrivals-store.ts'
import type { PaymentStatement } from './payment-statement.ts'
import {
  agreedCents,
  owesAgreedRefund,
  type PaymentRow,
  termsOf,
  type WayOut,
} from '#server/payments/record/payment-store.ts'

/** Presents a payment as its parties see it: in USD, without provider ids. */
export function presentPayment(row: PaymentRow): Payment {
  const goesBack = partOf(row)
  const terms = termsOf(row)
  const agreed = agreedCents(row)
  const { creatorCents, feeCents } = splitPrice(agreed - goesBack, terms)
  return {
    id: row.id,
    project_id: row.project_id,
    application_id: row.application_id,
    seller_id: row.seller_id,
    creator_id: row.creator_id,
    purpose: row.purpose,
    status: row.status,
    amount: usdFromCents(agreed),
    charged_amount: usdFromCents(row.amount),
    creator_amount: usdFromCents(creatorCents),
    fee_amount: usdFromCents(feeCents),
    fee_terms: terms,
    returned_part: usdFromCents(goesBack),
    decided: row.decided_refund !== null,
    payment_method: row.payment_method,
    charging: row.status === 'pending' && row.funding_by === 'card',
    failure: row.failure,
    disputed: row.disputed,
    dispute_outcome: row.dispute_outcome,
    deal_dispute_id: row.deal_dispute_id,
    moving: movingOf(row),
    release_after: row.release_after,
    came_back: row.came_back,
    turned_away: presentTurnedAway(row),
    funded_at: row.funded_at,
    released_at: row.released_at,
    refunded_at: row.refunded_at,
    created_at: row.created_at,
  }
}

/**
 * Presents a deal's money as one payment (decision 0073): the sum of its payments in the same state, shown as the first
 * one that is held, or as its own payment. They move together; one that a provider refused stays behind and is shown by
 * itself, as the rest once the deal's own payment went back. Null without any payment.
 */
export function presentDealMoney(payments: readonly PaymentRow[]): Payment | null {
  const shown = payments.find(({ status }) => status === 'held_in_escrow') ?? payments[0]
  if (shown === undefined) return null
  const together = payments.filter(({ status }) => status === shown.status).map(presentPayment)
  const cents = (read: (payment: Payment) => number): number =>
    usdFromCents(together.reduce((all, one) => all + centsFromUsd(read(one)), 0))
  return {
    ...presentPayment(shown),
    amount: cents(({ amount }) => amount),
    charged_amount: cents(({ charged_amount }) => charged_amount),
    creator_amount: cents(({ creator_amount }) => creator_amount),
    fee_amount: cents(({ fee_amount }) => fee_amount),
    returned_part: cents(({ returned_part }) => returned_part),
    ...(shown.purpose !== 'deal' && payments[0]?.status === 'refunded' ? { is_rest: true } : {}),
    // A bank that disputes one of them freezes the deal.
    ...bankDisputeOf(together),
  }
}

function bankDisputeOf(together: readonly Payment[]) {
  const one = together.find(({ disputed }) => disputed) ?? together[0]
  return one && { disputed: one.disputed, dispute_outcome: one.dispute_outcome }
}

/** Released money as its creator sees it: their share. */
export const presentArrival = (row: ArrivalRow): Arrival => ({
  payment_id: row.id,
  project_id: row.project_id,
  project_title: row.project_title,
  seller_name: row.seller_name,
  amount: presentPayment(row).creator_amount,
  released_at: row.released_at,
  bank_date: row.bank_date,
  bank_arrived: row.bank_arrived,
})

const presentTurnedAway = ({ turned_away: charge }: PaymentRow): TurnedAway | null =>
  charge == null ? null : { ...charge, amount: usdFromCents(charge.amount) }

/**
 * What is leaving now. An agreed part that was stopped or refused is still due to leave: nothing else leaves before it.
 */
const movingOf = (row: PaymentRow): WayOut | null =>
  row.moving ?? (row.status === 'held_in_escrow' && owesAgreedRefund(row) ? 'agreed_refund' : null)

/** Cents of the agreed price that go or went back to the card; the rest belongs to the creator and the platform. */
const partOf = ({ amount, decided_refund, agreed_refund, returned_part }: PaymentRow): number =>
  Math.max(
    0,
    (decided_refund !== null && decided_refund < amount ? decided_refund : returned_part) -
      agreed_refund,
  )

export const presentPaymentInList = (
  row: PaymentRow & { project_title: string; counterpart_name: string },
): PaymentWithProject => ({
  ...presentPayment(row),
  project_title: row.project_title,
  counterpart_name: row.counterpart_name,
})

export const presentStatement = (statement: PaymentStatement): Statement => ({
  place: statement.place,
  bank_date: statement.bank_date,
  bank_arrived: statement.bank_arrived,
  sent_amount: usdFromCents(statement.sent),
  fee_amount: usdFromCents(statement.fee),
  returned_amount: usdFromCents(statement.returned),
  ...(statement.held === undefined ? {} : { held_amount: usdFromCents(statement.held) }),
  lines: statement.lines.map(({ cents, held, of, ...line }) => ({
    ...line,
    amount: usdFromCents(cents),
    ...(held === undefined ? {} : { held_amount: usdFromCents(held) }),
    ...(of === undefined ? {} : { part: presentPart(of) }),
  })),
})

function presentPart(row: PaymentRow): NonNullable<Statement['lines'][number]['part']> {
  const { amount, charged_amount, creator_amount, fee_amount, returned_part } = presentPayment(row)
  return { amount, charged_amount, creator_amount, fee_amount, returned_part }
}
