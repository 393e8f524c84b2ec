import { type FeeTerms, type PriceSplit, splitPrice } from '#contract/money.ts'
import { raw, rows, maybeRow, sql } from '#server/db/sql.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type TurnedAway, turnedAwayColumn, turnedAwayOfDeal } from './turned-away-store.ts'
import type {
  DISPUTE_OUTCOMES,
  PaymentPurpose,
  PaymentStatus,
  WAYS_OUT,
} from '#contract/payments.ts'

/** How held money leaves: all of it, or first the part that a decision or a lower price returns. */
export type WayOut = (typeof WAYS_OUT)[number]

/** A payment as stored. `amount`, `minimum_fee`, `decided_refund`, `agreed_refund` and `returned_part` are integer cents. */
export interface PaymentRow {
  id: string
  project_id: string
  application_id: string
  seller_id: string
  creator_id: string
  status: PaymentStatus
  /** The amount that was charged. The agreed price is this without `agreed_refund`. */
  amount: number
  /**
   * 'deal': each application has one; 'extra': what a higher price added once that was held (decision 0073);
   * 'extension': more months of the licence (decision 0094).
   */
  purpose: PaymentPurpose
  /** The amendment that added an extra; null for the deal's own payment. */
  amendment_id: string | null
  /** The licence extension that is paid for; null for every other payment. */
  extension_id: string | null
  /** The deal's terms, copied when the payment was created: the fee in basis points, and the minimum fee. */
  fee_bps: number
  minimum_fee: number
  payment_method: string | null
  attempt: number
  checkout_session_id: string | null
  checkout_url: string | null
  /** How the current attempt is paid, and the provider's id of its saved card. */
  funding_by: 'page' | 'card'
  funding_card: string | null
  failure: string | null
  stripe_payment_intent_id: string | null
  stripe_charge_id: string | null
  moving: WayOut | null
  /** An ordered release waits until then, because the creator's payout account was changed; null once it may leave. */
  release_after: string | null
  /** What had left and come back, while the money is held again because of it. */
  came_back: 'refund' | 'transfer' | null
  /** What an operator decided to return in total, and at which attempt; null while no one has decided. */
  decided_refund: number | null
  decided_attempt: number | null
  /**
   * What both sides agreed to return in total while the rest stays held; exceeds `returned_part` until the return is
   * made.
   */
  agreed_refund: number
  /** What has already gone back while the rest is held or was released. */
  returned_part: number
  disputed: boolean
  dispute_id: string | null
  dispute_outcome: (typeof DISPUTE_OUTCOMES)[number] | null
  /** The open dispute between the two sides that freezes the held money (server/disputes); not the bank's dispute. */
  deal_dispute_id: string | null
  funded_at: string | null
  released_at: string | null
  refunded_at: string | null
  created_at: string
  /** The newest money that arrived for it and was not held; absent when a statement does not select it. */
  turned_away?: TurnedAway | null
}

/** Every column of `PaymentRow`. */
export const paymentColumns = raw(
  `payments.id, payments.project_id, payments.application_id, payments.seller_id, payments.creator_id,
  payments.status, payments.amount, payments.purpose, payments.amendment_id, payments.extension_id, payments.fee_bps, payments.minimum_fee, payments.payment_method, payments.attempt, payments.checkout_session_id,
  payments.checkout_url, payments.funding_by, payments.funding_card, payments.failure,
  payments.stripe_payment_intent_id, payments.stripe_charge_id, payments.moving, payments.release_after, payments.came_back,
  payments.decided_refund, payments.decided_attempt, payments.agreed_refund, payments.returned_part, payments.disputed,
  payments.dispute_id, payments.dispute_outcome, payments.deal_dispute_id, payments.funded_at,
  payments.released_at, payments.refunded_at, payments.created_at`,
)

/** Cents that are held, or were held until they left: the amount without the part that went back before. */
export const heldCents = ({ amount, returned_part }: PaymentRow): number => amount - returned_part

/** Cents that the two sides agree on now: what was charged, without what they have since agreed to return. */
export const agreedCents = ({
  amount,
  agreed_refund,
}: Pick<PaymentRow, 'amount' | 'agreed_refund'>): number => amount - agreed_refund

/** Whether both sides agreed to return a part that has not gone back yet: until it has, nothing else leaves. */
export const owesAgreedRefund = ({
  agreed_refund,
  returned_part,
}: Pick<PaymentRow, 'agreed_refund' | 'returned_part'>): boolean => agreed_refund > returned_part

/** The terms on which a deal was made, as its payment stores them. */
export const termsOf = ({
  fee_bps,
  minimum_fee,
}: Pick<PaymentRow, 'fee_bps' | 'minimum_fee'>): FeeTerms => ({
  creator_bps: 10_000 - fee_bps,
  minimum_fee_cents: minimum_fee,
})

/** Splits what is held. */
export const heldSplit = (payment: PaymentRow): PriceSplit =>
  splitPrice(heldCents(payment), termsOf(payment))

/** SPEC §7: returns a page of the rows where the person is seller or creator, newest first. */
export function paymentsOf(db: Queryable, userId: string, after: string | undefined) {
  const { time, id } = listPlace('newest', after)
  return rows<PaymentRow & { project_title: string; counterpart_name: string }>(
    db,
    // The two sides are two index scans; an `or` over both columns would read all rows.
    sql`select ${paymentColumns}, ${turnedAwayColumn}, projects.title as project_title,
        coalesce(counterpart.company_name, counterpart.name) as counterpart_name
      from (
        (select * from payments where seller_id = ${userId}
          and (created_at, id) < (${time}::timestamptz, ${id}::uuid)
          order by created_at desc, id desc limit ${listPage})
        union all
        (select * from payments where creator_id = ${userId} and seller_id <> creator_id
          and (created_at, id) < (${time}::timestamptz, ${id}::uuid)
          order by created_at desc, id desc limit ${listPage})
        order by created_at desc, id desc limit ${listPage}) payments
      join projects on projects.id = payments.project_id
      join profiles counterpart on counterpart.id =
        case when payments.seller_id = ${userId} then payments.creator_id else payments.seller_id end
      order by payments.created_at desc, payments.id desc`,
  )
}

export const paymentById = (db: Queryable, id: string) =>
  maybeRow<PaymentRow>(
    db,
    sql`select ${paymentColumns}, ${turnedAwayColumn} from payments where payments.id = ${id}`,
  )

/** Returns a deal's own payment, then its extras that were held, oldest first. */
export const paymentsOfDeal = (db: Queryable, projectId: string) =>
  rows<PaymentRow>(
    db,
    sql`select ${paymentColumns}, ${turnedAwayOfDeal} from payments
      where payments.project_id = ${projectId} and (payments.purpose = 'deal'
        or (payments.purpose <> 'extension' and payments.funded_at is not null))
      order by payments.purpose <> 'deal', payments.created_at, payments.id`,
  )

/**
 * Returns a payment, then the others of its deal that were held, the deal's own first. Empty when there is no such
 * payment.
 */
export const paymentsBeside = (db: Queryable, paymentId: string) =>
  rows<PaymentRow>(
    db,
    sql`select ${paymentColumns}, ${turnedAwayColumn} from payments
      where payments.application_id = (select application_id from payments one where one.id = ${paymentId})
        and (payments.id = ${paymentId} or (payments.funded_at is not null
          and not exists (select from payments one where one.purpose = 'extension' and one.id in (${paymentId}, payments.id))))
      order by payments.id <> ${paymentId}, payments.purpose <> 'deal', payments.created_at, payments.id`,
  )

export const paymentByCheckout = (db: Queryable, sessionId: string) =>
  maybeRow<PaymentRow>(
    db,
    sql`select ${paymentColumns} from payments where payments.checkout_session_id = ${sessionId}`,
  )

/** A concurrent transaction waits here until the first one ends, then sees its result. */
export const lockPayment = (tx: Tx, id: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments where payments.id = ${id} for update`,
  )

/** Returns the payment that a charge belongs to, locked; null for a charge that was never held. */
export const paymentByChargeForUpdate = (tx: Tx, chargeId: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments where payments.stripe_charge_id = ${chargeId} for update`,
  )

/** Locked against a concurrent cancellation until this transaction ends. */
export async function lockProjectStatus(tx: Tx, projectId: string): Promise<string | null> {
  const project = await maybeRow<{ status: string }>(
    tx,
    sql`select status from projects where id = ${projectId} for share`,
  )
  return project?.status ?? null
}

/**
 * Returns all payments of an application's deal, locked: its own first, then its extras, oldest first. Code that locks
 * several payments locks them in this order, after the application if it needs that too. Payments for licence
 * extensions are not among them: they secure nothing that is held, and move by themselves.
 */
export const lockPaymentsOfApplication = (tx: Tx, applicationId: string) =>
  rows<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments where payments.application_id = ${applicationId} and payments.purpose <> 'extension'
      order by payments.purpose <> 'deal', payments.created_at, payments.id for update`,
  )

/** Returns the payments of a project's deal, locked in the same order; none before it was paid for. */
export const lockPaymentsOfProject = (tx: Tx, projectId: string) =>
  rows<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments where payments.project_id = ${projectId} and payments.purpose <> 'extension'
      order by payments.purpose <> 'deal', payments.created_at, payments.id for update`,
  )

/**
 * Returns the payments that leave together with this one, locked: an extension by itself, everything else of the deal
 * together.
 */
export async function lockPaymentsWith(tx: Tx, payment: PaymentRow): Promise<PaymentRow[]> {
  if (payment.purpose !== 'extension') return lockPaymentsOfApplication(tx, payment.application_id)
  const own = await lockPayment(tx, payment.id)
  return own === null ? [] : [own]
}

/** Returns the payment of an extension, locked; null before one was started. */
export const lockPaymentOfExtension = (tx: Tx, extensionId: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments where payments.extension_id = ${extensionId} for update`,
  )

/** The extras among a deal's payments that have been held, in their order. */
export const extrasOf = (payments: readonly PaymentRow[]): PaymentRow[] =>
  payments.filter(({ purpose, funded_at }) => purpose === 'extra' && funded_at !== null)

/** Whether a payment that was held is with the brand again: it was returned, or a bank took it back. */
export const isBackWithBrand = ({
  status,
  dispute_outcome,
}: Pick<PaymentRow, 'status' | 'dispute_outcome'>): boolean =>
  status === 'refunded' || dispute_outcome === 'lost'

/** Cents of an application's extras that have been held: from then on they are part of its agreed price. */
export const extraCents = raw(`(select coalesce(sum(extra.amount), 0)::bigint from payments extra
  where extra.application_id = applications.id and extra.purpose = 'extra' and extra.funded_at is not null)`)

/** Returns the accepted creator's account at the provider; null while there is none. */
export const payoutAccountOf = (db: Queryable, userId: string) =>
  maybeRow<{
    stripe_account_id: string
    onboarding_complete: boolean
    receives_from: string | null
  }>(
    db,
    sql`select stripe_account_id, onboarding_complete, receives_from from stripe_accounts
      where user_id = ${userId} and replaced_at is null`,
  )
