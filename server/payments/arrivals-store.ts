import { ARRIVALS_SHOWN, type PaymentStatus } from '#contract/payments.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { paymentColumns, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** A released payment that its creator has not been shown, and what we know about its way to their bank. */
export type ArrivalRow = PaymentRow & {
  released_at: string
  project_title: string
  seller_name: string
  bank_date: string | null
  bank_arrived: boolean
}

const RELEASED: PaymentStatus = 'released'

/**
 * Returns the arrivals that a creator has not been shown, newest first. A payout that the bank returned gives no day.
 */
export const unseenArrivals = (db: Queryable, creatorId: string) =>
  rows<ArrivalRow>(
    db,
    sql`select ${paymentColumns}, projects.title as project_title,
        coalesce(seller.company_name, seller.name) as seller_name, leg.arrival_date::text as bank_date,
        coalesce(leg.status = 'paid', false) as bank_arrived
      from payments
      join projects on projects.id = payments.project_id
      join profiles seller on seller.id = payments.seller_id
      left join lateral (
        select payouts.status, payouts.arrival_date from payout_transfers
        join payouts on payouts.id = payout_transfers.payout_id and payouts.status <> 'failed'
        where payout_transfers.stripe_transfer_id = payments.stripe_transfer_id
        order by payouts.sent_at desc, payouts.id desc limit 1) leg on true
      where payments.creator_id = ${creatorId} and payments.status = 'released'
        and payments.release_seen_at is null
      order by payments.released_at desc, payments.id limit ${ARRIVALS_SHOWN}`,
  )

/** Recorded once: what was seen stays seen, even if the money comes back and is released again. */
export const markSeen = (db: Queryable, paymentId: string, now: Date) =>
  execute(
    db,
    sql`update payments set release_seen_at = ${now}
      where id = ${paymentId} and status = ${RELEASED} and release_seen_at is null`,
  )
