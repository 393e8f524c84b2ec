import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import {
  paymentColumns as columns,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'

/** The rows behind paying in: applications to fund, attempts, and the guards of hold and fail. */

/** How an attempt is paid: on the provider's page, or by charging the named saved card. */
export type FundingWay = { by: 'page'; card: string | null } | { by: 'card'; card: string }

/** An application to fund, with what the provider's page shows. */
export interface FundableApplication {
  id: string
  project_id: string
  creator_id: string
  seller_id: string
  status: string
  proposed_price: number
  title: string
  project_status: string
  stripe_customer_id: string | null
}

/** Null unless the seller owns the project. Serializes clicks on one application. */
export const lockApplicationToFund = (
  tx: Tx,
  ids: { applicationId: string; projectId: string; sellerId: string },
) =>
  maybeRow<FundableApplication>(
    tx,
    sql`select applications.id, applications.project_id, applications.creator_id, projects.seller_id,
        applications.status, applications.proposed_price, projects.title, projects.status as project_status,
        profiles.stripe_customer_id
      from applications
      join projects on projects.id = applications.project_id
      join profiles on profiles.id = projects.seller_id
      where applications.id = ${ids.applicationId} and applications.project_id = ${ids.projectId}
        and projects.seller_id = ${ids.sellerId}
      for update of applications`,
  )

/** The provider's id of a seller's own saved card; null for anyone else's. */
export const ownCard = (db: Queryable, sellerId: string, methodId: string) =>
  maybeRow<{ stripe_payment_method_id: string }>(
    db,
    sql`select stripe_payment_method_id from customer_payment_methods
      where id = ${methodId}
        and stripe_customer_id = (select stripe_customer_id from profiles where id = ${sellerId})`,
  )

/** What a request for money says beside the amount: whose it is and what for. */
export interface FundingFacts {
  title: string
  stripe_customer_id: string | null
}

export const fundingFacts = (db: Queryable, paymentId: string) =>
  oneRow<FundingFacts>(
    db,
    sql`select projects.title, profiles.stripe_customer_id from payments
      join projects on projects.id = payments.project_id
      join profiles on profiles.id = payments.seller_id
      where payments.id = ${paymentId}`,
  )

export const paymentOfApplication = (tx: Tx, applicationId: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`select ${columns} from payments where payments.application_id = ${applicationId}
      and payments.purpose = 'deal' for update`,
  )

/** Its terms are those in force at the application's acceptance: a trigger copies them (decision 0024). */
export const insertPayment = (tx: Tx, application: FundableApplication, way: FundingWay) =>
  maybeRow<PaymentRow>(
    tx,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, funding_by, funding_card)
      values (${application.project_id}, ${application.id}, ${application.seller_id}, ${application.creator_id},
        ${application.proposed_price}, ${way.by}, ${way.card})
      returning ${columns}`,
  )

/** decision P30: a failed payment keeps its row and gets the next attempt number. */
export const retryPayment = (tx: Tx, id: string, way: FundingWay) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'pending', attempt = attempt + 1, checkout_session_id = null,
        checkout_url = null, failure = null, funding_by = ${way.by}, funding_card = ${way.card}
      where id = ${id} and status = 'failed' returning ${columns}`,
  )

export const rememberCheckout = (
  db: Queryable,
  id: string,
  attempt: number,
  session: { id: string; url: string | null },
) =>
  execute(
    db,
    sql`update payments set checkout_session_id = ${session.id}, checkout_url = ${session.url}
      where id = ${id} and attempt = ${attempt} and status = 'pending'`,
  )

/** The guard of funding: only a pending or failed payment becomes held. */
export const markHeld = (
  tx: Tx,
  id: string,
  paid: { intentId: string | null; chargeId: string; method: string | null; now: Date },
) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'held_in_escrow', stripe_payment_intent_id = ${paid.intentId},
        stripe_charge_id = ${paid.chargeId}, payment_method = ${paid.method}, funded_at = ${paid.now},
        checkout_url = null, failure = null
      where id = ${id} and status in ('pending', 'failed') returning ${columns}`,
  )

/** A page that ended unpaid fails the attempt that opened it, and no later one. */
export const markPageFailed = (tx: Tx, id: string, sessionId: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'failed', checkout_url = null
      where id = ${id} and status = 'pending' and checkout_session_id = ${sessionId} returning ${columns}`,
  )

/** An attempt that certainly charged nothing; null when the payment has moved on since. */
export const markAttemptFailed = (tx: Tx, id: string, attempt: number, failure: string | null) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'failed', checkout_url = null, failure = ${failure}
      where id = ${id} and status = 'pending' and attempt = ${attempt} returning ${columns}`,
  )
