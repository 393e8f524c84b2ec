import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/**
 * Forgets a customer that the provider has lost, and its cards: the next use creates a new one. `lost` is the customer
 * that was sent: by the time its refusal arrives, another click may have created a new customer, which must stay.
 */
export async function forgetCustomer(tx: Tx, userId: string, lost: string): Promise<void> {
  await execute(tx, sql`delete from customer_payment_methods where stripe_customer_id = ${lost}`)
  await execute(
    tx,
    sql`update profiles set stripe_customer_id = null
      where id = ${userId} and stripe_customer_id = ${lost}`,
  )
}
