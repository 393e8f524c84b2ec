import type { Tx } from '#server/db/transaction.ts'
import { forgetCustomer } from '#server/payment-methods/forget-customer.ts'
import { intended, opOf } from '#server/payments/ledger/money-ops.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

/** Forgets the customer that an attempt to fund was sent with, whom the provider has lost. Not one that was made since. */
export async function forgetSentCustomer(tx: Tx, payment: PaymentRow): Promise<void> {
  const { request } = await intended(tx, opOf('fund', payment))
  const customer = request?.params['customer']
  if (typeof customer === 'string') await forgetCustomer(tx, payment.seller_id, customer)
}
