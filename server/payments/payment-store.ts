import { raw, rows, maybeRow, sql, execute } from '../db/sql.ts'
import type { Queryable } from '../db/pool.ts'
import type { Tx } from '../db/transaction.ts'
import type { PaymentStatus } from '#contract/payments.ts'

/** A payment as stored. `amount` is integer cents. */
export interface PaymentRow {
  id: string
  project_id: string
  application_id: string
  seller_id: string
  creator_id: string
  status: PaymentStatus
  amount: number
  payment_method: string | null
  attempt: number
  checkout_session_id: string | null
  checkout_url: string | null
  stripe_charge_id: string | null
  moving: 'release' | 'refund' | null
  disputed: boolean
  funded_at: string | null
  released_at: string | null
  refunded_at: string | null
  created_at: string
}

const columns = raw(
  `payments.id, payments.project_id, payments.application_id, payments.seller_id, payments.creator_id,
  payments.status, payments.amount, payments.payment_method, payments.attempt, payments.checkout_session_id,
  payments.checkout_url, payments.stripe_charge_id, payments.moving, payments.disputed, payments.funded_at,
  payments.released_at, payments.refunded_at, payments.created_at`,
)

/** SPEC §7: rows where the person is seller or creator, newest first. */
export function paymentsOf(db: Queryable, userId: string) {
  return rows<PaymentRow & { project_title: string; counterpart_name: string }>(
    db,
    sql`select ${columns}, projects.title as project_title,
        coalesce(counterpart.company_name, counterpart.name) as counterpart_name
      from payments
      join projects on projects.id = payments.project_id
      join profiles counterpart on counterpart.id =
        case when payments.seller_id = ${userId} then payments.creator_id else payments.seller_id end
      where payments.seller_id = ${userId} or payments.creator_id = ${userId}
      order by payments.created_at desc, payments.id desc`,
  )
}

export const paymentById = (db: Queryable, id: string) =>
  maybeRow<PaymentRow>(db, sql`select ${columns} from payments where payments.id = ${id}`)

export const paymentOfProject = (db: Queryable, projectId: string) =>
  maybeRow<PaymentRow>(
    db,
    sql`select ${columns} from payments where payments.project_id = ${projectId}
      order by payments.created_at desc limit 1`,
  )

export const paymentByCheckout = (db: Queryable, sessionId: string) =>
  maybeRow<PaymentRow>(
    db,
    sql`select ${columns} from payments where payments.checkout_session_id = ${sessionId}`,
  )

/** Whoever comes second waits here until the first transaction ends, then sees what it did. */
export const lockPayment = (tx: Tx, id: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`select ${columns} from payments where payments.id = ${id} for update`,
  )

/** Held against a cancel at the same moment until this transaction ends. */
export async function lockProjectStatus(tx: Tx, projectId: string): Promise<string | null> {
  const project = await maybeRow<{ status: string }>(
    tx,
    sql`select status from projects where id = ${projectId} for share`,
  )
  return project?.status ?? null
}

export const lockPaymentOfProject = (tx: Tx, projectId: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`select ${columns} from payments where payments.project_id = ${projectId}
      order by payments.created_at desc limit 1 for update`,
  )

/** An application to be funded, with what the provider's page shows. Null unless the seller owns the project. */
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

export const paymentOfApplication = (tx: Tx, applicationId: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`select ${columns} from payments where payments.application_id = ${applicationId} for update`,
  )

export const insertPayment = (tx: Tx, application: FundableApplication) =>
  maybeRow<PaymentRow>(
    tx,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount)
      values (${application.project_id}, ${application.id}, ${application.seller_id}, ${application.creator_id},
        ${application.proposed_price})
      returning ${columns}`,
  )

/** DECISIONS 30: a failed payment keeps its row and gets the next attempt number. */
export const retryPayment = (tx: Tx, id: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'pending', attempt = attempt + 1, checkout_session_id = null, checkout_url = null
      where id = ${id} and status = 'failed' returning ${columns}`,
  )

export const rememberCheckout = (
  db: Queryable,
  id: string,
  attempt: number,
  session: { id: string; url: string },
) =>
  execute(
    db,
    sql`update payments set checkout_session_id = ${session.id}, checkout_url = ${session.url}
      where id = ${id} and attempt = ${attempt} and status = 'pending'`,
  )

/** The guard of funding: nothing but a pending or failed payment becomes held. */
export const markHeld = (
  tx: Tx,
  id: string,
  paid: { intentId: string | null; chargeId: string; method: string | null; now: Date },
) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'held_in_escrow', stripe_payment_intent_id = ${paid.intentId},
        stripe_charge_id = ${paid.chargeId}, payment_method = ${paid.method}, funded_at = ${paid.now},
        checkout_url = null
      where id = ${id} and status in ('pending', 'failed') returning ${columns}`,
  )

export const markFailed = (tx: Tx, id: string, sessionId: string) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'failed', checkout_url = null
      where id = ${id} and status = 'pending' and checkout_session_id = ${sessionId} returning ${columns}`,
  )

/** The guard of both ways out: whoever sets `moving` first is the only one who may move this money. */
export const claimHeld = (tx: Tx, id: string, way: 'release' | 'refund') =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set moving = ${way}
      where id = ${id} and status = 'held_in_escrow' and moving is null and not disputed returning ${columns}`,
  )

/** A definitive failure gives the claim back; the next try gets the next attempt number (PAYMENTS rule 2). */
export const giveBackClaim = (tx: Tx, id: string, way: 'release' | 'refund') =>
  execute(
    tx,
    sql`update payments set moving = null, attempt = attempt + 1
      where id = ${id} and status = 'held_in_escrow' and moving = ${way}`,
  )

export const markReleased = (tx: Tx, id: string, transferId: string, now: Date) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'released', moving = null, stripe_transfer_id = ${transferId},
        released_at = ${now}
      where id = ${id} and status = 'held_in_escrow' and moving = 'release' returning ${columns}`,
  )

export const markRefunded = (tx: Tx, id: string, refundId: string, now: Date) =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = 'refunded', moving = null, stripe_refund_id = ${refundId},
        refunded_at = ${now}
      where id = ${id} and status = 'held_in_escrow' and moving = 'refund' returning ${columns}`,
  )

/** The accepted creator's account at the provider; null while there is none. */
export const payoutAccountOf = (db: Queryable, userId: string) =>
  maybeRow<{ stripe_account_id: string; onboarding_complete: boolean }>(
    db,
    sql`select stripe_account_id, onboarding_complete from stripe_accounts where user_id = ${userId}`,
  )

/** Who a payment's mails speak to and about. */
export interface PaymentParties {
  project_title: string
  seller_name: string
  seller_email: string
  creator_name: string
  creator_email: string
}

export const partiesOf = (db: Queryable, payment: { id: string }) =>
  maybeRow<PaymentParties>(
    db,
    sql`select projects.title as project_title, coalesce(seller.company_name, seller.name) as seller_name,
        seller.email as seller_email, creator.name as creator_name, creator.email as creator_email
      from payments
      join projects on projects.id = payments.project_id
      join profiles seller on seller.id = payments.seller_id
      join profiles creator on creator.id = payments.creator_id
      where payments.id = ${payment.id}`,
  )
