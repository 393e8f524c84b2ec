import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { fundApplication } from '#server/payments/fund/payment-fund.ts'
import { seeArrival } from './arrivals-service.ts'
import { unseenArrivals } from './arrivals-store.ts'
import {
  presentArrival,
  presentDealMoney,
  presentPayment,
  presentPaymentInList,
  presentStatement,
} from './payment-presenter.ts'
import { refundPayment } from '#server/payments/refund/payment-refund.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import { dealPayments } from './payment-service.ts'
import { paymentStatement } from './payment-statement.ts'
import { paymentsOf } from '#server/payments/record/payment-store.ts'

/** Payments: both parties read them, the seller funds and releases, the creator returns. */
export function paymentRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('payments.list', async ({ viewer, query }) =>
    (await paymentsOf(deps.pool, viewer.id, query.after)).map(presentPaymentInList),
  )
  routes.signedIn('payments.for_project', async ({ viewer, params }) =>
    presentDealMoney(await dealPayments(deps, viewer, params.id)),
  )
  routes.signedIn('payments.statement', async ({ viewer, params }) =>
    presentStatement(await paymentStatement(deps, viewer, params.id)),
  )
  routes.creators('payments.arrivals', async ({ viewer }) =>
    (await unseenArrivals(deps.pool, viewer.id)).map(presentArrival),
  )
  routes.creators('payments.seen', async ({ viewer, params, now }) => ({
    seen: await seeArrival(deps, viewer, params.id, now),
  }))
  routes.signedIn('payments.create', async ({ viewer, body }) => {
    const payment = await fundApplication(deps, viewer, body)
    return { ...presentPayment(payment), checkout_url: payment.checkout_url }
  })
  routes.signedIn('payments.release', async ({ viewer, body }) =>
    presentPayment(await releasePayment(deps, viewer, body.payment_id)),
  )
  routes.signedIn('payments.refund', async ({ viewer, body }) =>
    presentPayment(await refundPayment(deps, viewer, body.payment_id)),
  )
}
