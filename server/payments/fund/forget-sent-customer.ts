import type { Tx } from '#server/db/transaction.ts'
import { forgetCustomer } from '#server/payment-methods/forget-customer.ts'
import { intended, opOf } from '#server/payments/ledger/money-ops.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

/**
 * Forgets the customer that a funding attempt was sent with and that the provider has lost, but not one that was
 * created since.
 */
export async function forgetSentCustomer(tx: Tx, payment: PaymentRow): Promise<void> {
  const { request } = await intended(tx, opOf('fund', payment))
  const customer = request?.params['customer']
  if (typeof customer === 'string') await forgetCustomer(tx, payment.seller_id, customer)
}
