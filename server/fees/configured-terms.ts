import { sameFeeTerms } from '#contract/fees.ts'
import type { FeeTerms } from '#contract/money.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addFeeTerms, currentFeeTerms } from './fee-terms-store.ts'

/**
 * Makes the configured terms those of deals from now on (docs/decisions/0024): adds them where others are valid, and
 * nothing where they are the ones already. Called at start; processes that start together add them once.
 */
export async function applyConfiguredTerms(pool: Pool, configured: FeeTerms): Promise<void> {
  if (sameFeeTerms(await currentFeeTerms(pool), configured)) return
  await inTransaction(pool, async (tx) => {
    // Reading goes on beside it; whoever else wants to add terms waits, and then finds these.
    await tx.query('lock table fee_terms in share row exclusive mode')
    if (!sameFeeTerms(await currentFeeTerms(tx), configured)) await addFeeTerms(tx, configured)
  })
}
