import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Somebody's customer is gone at the provider, and its cards with it: the next use makes a new one. */
export async function forgetCustomer(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    sql`delete from customer_payment_methods
      where stripe_customer_id = (select stripe_customer_id from profiles where id = ${userId})`,
  )
  await execute(tx, sql`update profiles set stripe_customer_id = null where id = ${userId}`)
}
