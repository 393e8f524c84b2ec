import { sameFeeTerms } from '#contract/fees.ts'
import type { FeeTerms } from '#contract/money.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addFeeTerms, currentFeeTerms } from './fee-terms-store.ts'

/** An arbitrary number, the same in every process. Locking the table instead would need the right to change its rows. */
export const TERMS_LOCK = 7_221_950

/**
 * Puts the configured terms into force for new deals (decision 0024): adds them when others are in force, and is a
 * no-op when they are in force already. Called at start; processes that start together add them once.
 */
export async function applyConfiguredTerms(pool: Pool, configured: FeeTerms): Promise<void> {
  if (sameFeeTerms(await currentFeeTerms(pool), configured)) return
  await inTransaction(pool, async (tx) => {
    // Readers are not blocked; another process that wants to add terms waits, and then finds these.
    await tx.query('select pg_advisory_xact_lock($1)', [TERMS_LOCK])
    if (!sameFeeTerms(await currentFeeTerms(tx), configured)) await addFeeTerms(tx, configured)
  })
}
