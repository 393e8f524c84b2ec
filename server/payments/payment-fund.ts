import type { Deps } from '../deps.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordEvent } from '../events/event-store.ts'
import { AppError, foundOr404 } from '../http/app-error.ts'
import type { Viewer } from '../http/viewer.ts'
import { idempotencyKey, intend, settle } from './money-ops.ts'
import { applyCheckout } from './payment-hold.ts'
import {
  type FundableApplication,
  insertPayment,
  lockApplicationToFund,
  paymentById,
  paymentOfApplication,
  type PaymentRow,
  rememberCheckout,
  retryPayment,
} from './payment-store.ts'

/** A payment that waits on the provider's page. `checkout_url` opens it. */
export type WaitingPayment = PaymentRow & { checkout_url: string }

/**
 * Starts funding an accepted application, or leads back to the page of a funding already begun: two clicks
 * at once, a crash between any two lines and a lost answer all end at one payment and one open page.
 * The amount is the application's (DECISIONS 7). Throws payment.not_accepted, payment.already_funded,
 * payment.provider_unavailable, and 404 for anybody but the project's seller.
 */
export async function fundApplication(
  deps: Deps,
  viewer: Viewer,
  ids: { project_id: string; application_id: string },
): Promise<WaitingPayment> {
  const first = await intendFunding(deps, viewer, ids)
  if (first.payment.checkout_session_id === null)
    return openCheckout(deps, first.payment, first.application)

  // The page was opened before. Its state is the provider's to tell: an event may be late or lost.
  const session = await deps.payments
    .retrieveCheckout(first.payment.checkout_session_id)
    .catch(unavailable)
  if (session === null) throw new AppError('payment.provider_unavailable')
  if (session.status === 'open' && first.payment.checkout_url !== null) {
    return { ...first.payment, checkout_url: first.payment.checkout_url }
  }
  await inTransaction(deps.pool, (tx) => applyCheckout(tx, deps, session))
  const second = await intendFunding(deps, viewer, ids)
  if (second.payment.checkout_session_id !== null) throw new AppError('payment.moving')
  return openCheckout(deps, second.payment, second.application)
}

/** Phase A: the pending payment and the intended call exist, or the refusal is thrown. */
async function intendFunding(
  deps: Deps,
  viewer: Viewer,
  ids: { project_id: string; application_id: string },
) {
  return inTransaction(deps.pool, async (tx) => {
    const application = foundOr404(
      await lockApplicationToFund(tx, {
        applicationId: ids.application_id,
        projectId: ids.project_id,
        sellerId: viewer.id,
      }),
    )
    if (application.status !== 'accepted') throw new AppError('payment.not_accepted')
    let payment = await paymentOfApplication(tx, application.id)
    if (payment === null) {
      if (application.project_status !== 'in_progress') throw new AppError('project.closed')
      payment = foundOr404(await insertPayment(tx, application))
      await recordEvent(tx, eventOf(payment, viewer.id, 'create', null))
    } else if (payment.status === 'failed') {
      payment = foundOr404(await retryPayment(tx, payment.id))
      await recordEvent(tx, eventOf(payment, viewer.id, 'retry', 'failed'))
    } else if (payment.status !== 'pending') {
      throw new AppError('payment.already_funded')
    }
    await intend(tx, {
      paymentId: payment.id,
      kind: 'fund',
      attempt: payment.attempt,
      params: { amount: payment.amount, application: application.id },
    })
    return { payment, application }
  })
}

/** The call and phase B. The same attempt always asks with the same key, so it gets the same page. */
async function openCheckout(
  deps: Deps,
  payment: PaymentRow,
  application: FundableApplication,
): Promise<WaitingPayment> {
  const key = idempotencyKey('fund', payment.id, payment.attempt)
  const back = `${deps.config.publicUrl}/projects/${payment.project_id}?tab=payment`
  const session = await deps.payments
    .createCheckout({
      paymentId: payment.id,
      projectId: payment.project_id,
      applicationId: payment.application_id,
      amountCents: payment.amount,
      title: application.title,
      customerId: application.stripe_customer_id ?? undefined,
      transferGroup: `payment_${payment.id}`,
      successUrl: `${back}&checkout=success`,
      cancelUrl: `${back}&checkout=cancelled`,
      idempotencyKey: key,
    })
    .catch(unavailable)
  await inTransaction(deps.pool, async (tx) => {
    await rememberCheckout(tx, payment.id, payment.attempt, {
      id: session.sessionId,
      url: session.url,
    })
    await settle(tx, key, { state: 'succeeded', providerId: session.sessionId })
  })
  const stored = foundOr404(await paymentById(deps.pool, payment.id))
  return { ...stored, checkout_url: session.url }
}

function unavailable(error: unknown): never {
  throw new AppError('payment.provider_unavailable', { cause: error, retryAfter: 5 })
}

const eventOf = (payment: PaymentRow, actorId: string, move: string, from: string | null) => ({
  entity: 'payment' as const,
  entityId: payment.id,
  projectId: payment.project_id,
  actorId,
  move,
  from,
  to: 'pending',
})
