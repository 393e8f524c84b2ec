import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Forgets a customer that the provider has lost, and its cards: the next use creates a new one. */
export async function forgetCustomer(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    sql`delete from customer_payment_methods
      where stripe_customer_id = (select stripe_customer_id from profiles where id = ${userId})`,
  )
  await execute(tx, sql`update profiles set stripe_customer_id = null where id = ${userId}`)
}
