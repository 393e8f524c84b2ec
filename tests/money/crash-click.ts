import { answerAmendment } from '#server/amendments/amendment-answer-service.ts'
import { amendmentClocks } from '#server/amendments/amendment-clock.ts'
import { callOff } from '#server/amendments/call-off-service.ts'
import { tick } from '#server/clocks/tick.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { acceptOrder } from '#server/orders/order-answer-service.ts'
import { fundApplication } from '#server/payments/fund/payment-fund.ts'
import {
  lockPaymentsOfApplication,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
import { settleDealByDecision } from '#server/payments/refund/deal-decision.ts'
import { settleByDecision } from '#server/payments/refund/payment-decision.ts'
import { refundPayment } from '#server/payments/refund/payment-refund.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import type { ClickOrders } from './crash-case.ts'
import { viewerOf } from './viewers.ts'

/**
 * Performs an operation as its person, or its clock, does; someone who saw no response performs it again in the same
 * way.
 */
export function clickOn(deps: Deps, orders: ClickOrders): Promise<unknown> {
  const { operation, paymentId, refundCents, amendmentId } = orders
  const seller = viewerOf(orders.sellerId, 'seller')
  const creator = viewerOf(orders.creatorId, 'creator')
  const fund = (more: { amendment_id?: string; extension_id?: string }) =>
    fundApplication(deps, seller, {
      project_id: orders.projectId,
      application_id: orders.applicationId,
      ...(orders.cardId === null ? {} : { payment_method_id: orders.cardId }),
      ...more,
    })
  /** The creator accepts; where the charge was tried and failed, the brand pays with another card. */
  const acceptAndFund = async () => {
    await acceptOrder(deps, creator, orders.orderId ?? '', new Date())
    if (paymentId !== null) await fund({})
  }
  switch (operation) {
    case 'fund by page':
    case 'fund by saved card':
      return fund({})
    case 'fund extra by page':
    case 'fund extra by saved card':
      return fund({ amendment_id: amendmentId ?? '' })
    case 'extend by page':
    case 'extend by saved card':
      return fund({ extension_id: orders.extensionId ?? '' })
    case 'release':
    case 'release with extra':
    case 'retry':
      return releasePayment(deps, seller, paymentId ?? '')
    case 'refund':
    case 'refund with extra':
      return refundPayment(deps, creator, paymentId ?? '')
    case 'split':
    case 'decide with extra':
      return decide(deps, orders.applicationId, refundCents)
    case 'agree':
    case 'agree on more':
      return answerAmendment(deps, creator, amendmentId ?? '', 'accept', new Date())
    case 'call off':
      return callOff(deps, seller, amendmentId ?? '', new Date())
    case 'accept order':
      return acceptAndFund()
    case 'lapse':
      return tick(deps, amendmentClocks)
  }
}

/** An operator decides about all held money; a decision that is stuck is ordered again, as the clock does. */
function decide(deps: Deps, applicationId: string, returnedCents: number): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const all = await lockPaymentsOfApplication(tx, applicationId)
    const now = new Date()
    if (all.every(({ decided_refund: decided }) => decided === null))
      return settleDealByDecision(tx, { payments: all, returnedCents, decidedBy: null, now })
    const isStuck = ({ status, moving }: PaymentRow) =>
      status === 'held_in_escrow' && moving === null
    for (const { id, decided_refund: refundCents } of all.filter(isStuck))
      await settleByDecision(tx, {
        paymentId: id,
        refundCents: refundCents ?? 0,
        decidedBy: null,
        now,
      })
  })
}
