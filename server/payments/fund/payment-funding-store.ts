import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { changePayment, movePayment } from '#server/payments/record/payment-moves.ts'
import {
  paymentColumns as columns,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'

/** The rows behind incoming payments: applications to fund, attempts, and the guards of hold and fail. */

/** How an attempt is paid: on the provider's checkout page, or by charging the named saved card. */
export type FundingWay = { by: 'page'; card: string | null } | { by: 'card'; card: string }

/** An application to fund, with what the provider's checkout page shows. */
export interface FundableApplication {
  id: string
  project_id: string
  creator_id: string
  seller_id: string
  status: string
  proposed_price: number
  title: string
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
        applications.status, applications.proposed_price, projects.title,
        profiles.stripe_customer_id
      from applications
      join projects on projects.id = applications.project_id
      join profiles on profiles.id = projects.seller_id
      where applications.id = ${ids.applicationId} and applications.project_id = ${ids.projectId}
        and projects.seller_id = ${ids.sellerId}
      for no key update of applications`,
  )

/** As committed now, and not locked: a cancellation locks the payments first, then the project. */
export async function projectStatus(db: Queryable, id: string): Promise<string> {
  const project = await oneRow<{ status: string }>(
    db,
    sql`select status from projects where id = ${id}`,
  )
  return project.status
}

/** The provider's id of a seller's own saved card; null for anyone else's. */
export const ownCard = (db: Queryable, sellerId: string, methodId: string) =>
  maybeRow<{ stripe_payment_method_id: string }>(
    db,
    sql`select stripe_payment_method_id from customer_payment_methods
      where id = ${methodId}
        and stripe_customer_id = (select stripe_customer_id from profiles where id = ${sellerId})`,
  )

/** What a request for money states besides the amount: whose it is and what it is for. */
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

/**
 * What a payment is for beside the deal itself: an amendment that raised the price, or more months of its licence; and
 * its cents.
 */
export type Beside =
  | { purpose: 'extra'; amendmentId: string; cents: number }
  | { purpose: 'extension'; extensionId: string; cents: number }

/** Its terms are those in force at the application's acceptance: a trigger copies them (decision 0024). */
export const insertPayment = (tx: Tx, application: FundableApplication, way: FundingWay) =>
  maybeRow<PaymentRow>(
    tx,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, funding_by, funding_card)
      values (${application.project_id}, ${application.id}, ${application.seller_id}, ${application.creator_id},
        ${application.proposed_price}, ${way.by}, ${way.card})
      returning ${columns}`,
  )

/** It has the deal's percentage but no minimum: the deal's own payment bears the minimum (decisions 0073, 0094). */
export const insertBeside = (
  tx: Tx,
  application: FundableApplication,
  beside: Beside,
  way: FundingWay,
) =>
  maybeRow<PaymentRow>(
    tx,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, funding_by, funding_card,
        purpose, amendment_id, extension_id, fee_bps, minimum_fee)
      select ${application.project_id}, ${application.id}, ${application.seller_id}, ${application.creator_id},
        ${beside.cents}, ${way.by}, ${way.card}, ${beside.purpose},
        ${beside.purpose === 'extra' ? beside.amendmentId : null}::uuid,
        ${beside.purpose === 'extension' ? beside.extensionId : null}::uuid, 10000 - creator_bps, 0
      from applications join fee_terms on fee_terms.id = applications.fee_terms_id
      where applications.id = ${application.id}
      returning ${columns}`,
  )

/**
 * decision P30: a failed payment keeps its row and gets the next attempt number. Returns null when it is no longer
 * failed.
 */
export const retryPayment = (
  tx: Tx,
  payment: PaymentRow,
  way: FundingWay,
  actorId?: string,
): Promise<PaymentRow | null> =>
  movePayment(tx, {
    payment,
    move: 'retry',
    set: sql`attempt = attempt + 1, checkout_session_id = null, checkout_url = null, failure = null,
      funding_by = ${way.by}, funding_card = ${way.card}`,
    ...(actorId === undefined ? {} : { actorId }),
  })

/** Stores the page of an attempt, unless the payment has moved on since. */
export const rememberCheckout = (
  tx: Tx,
  id: string,
  attempt: number,
  session: { id: string; url: string | null },
): Promise<PaymentRow | null> =>
  changePayment(tx, id, {
    status: 'pending',
    set: sql`checkout_session_id = ${session.id}, checkout_url = ${session.url}`,
    only: sql`attempt = ${attempt}`,
  })
