import { amendmentTransitions } from '#contract/amendments.ts'
import { callOffAmendment } from '#server/amendments/record/amendment-moves.ts'
import { amendmentById } from '#server/amendments/record/amendment-store.ts'
import { applicationById } from '#server/applications/application-store.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { checkoutOf, endCheckout } from '#server/payments/fund/checkout-page.ts'
import { isCharging } from '#server/payments/fund/payment-charge.ts'
import { lockPaymentsOfApplication } from '#server/payments/record/payment-store.ts'
import { moveRefusal } from './amendment-policy.ts'
import { amendmentsOfDeal, type AmendmentsOfDeal, refreshDeal } from './amendment-service.ts'
import { lockDeal } from './deal-store.ts'

/**
 * Cancels an agreed change that has not been paid, for either side. Idempotent. Refused while a card is being charged.
 * An open checkout page is not a payment yet: it is expired first, and its final state decides. Throws 404 for
 * strangers, amendment.answered, amendment.being_paid, payment.provider_unavailable.
 */
export async function callOff(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<AmendmentsOfDeal> {
  const first = await tryToCallOff(deps, viewer, id, now)
  if (!('page' in first)) return first
  await endCheckout(deps, await checkoutOf(deps, first.page))
  const second = await tryToCallOff(deps, viewer, id, now)
  if ('page' in second) throw new AppError('amendment.being_paid')
  return second
}

/**
 * Cancels it, or names the checkout page that has to end first. The deal's locks keep a payment from beginning
 * meanwhile.
 */
function tryToCallOff(
  deps: Deps,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<AmendmentsOfDeal | { page: string }> {
  return inTransaction(deps.pool, async (tx) => {
    const { application_id: applicationId } = foundOr404(await amendmentById(tx, id))
    const application = foundOr404(await applicationById(tx, applicationId))
    const deal = await lockDeal(tx, viewer, application.project_id)
    const amendment = foundOr404(await amendmentById(tx, id))
    if (amendment.status === amendmentTransitions.call_off.to)
      return amendmentsOfDeal(tx, deal, now)
    const refusal = moveRefusal(amendment, 'call_off', deal.side, now)
    if (refusal !== null) throw new AppError(refusal)
    const payments = await lockPaymentsOfApplication(tx, applicationId)
    const payment = payments.find(({ amendment_id: of }) => of === id)
    if (payment?.status === 'pending') {
      const page = isCharging(payment) ? null : payment.checkout_session_id
      if (page === null) throw new AppError('amendment.being_paid')
      return { page }
    }
    if ((await callOffAmendment(tx, id, viewer.id)) === null)
      throw new AppError('amendment.answered')
    await refreshDeal(tx, deal)
    return amendmentsOfDeal(tx, deal, now)
  })
}
