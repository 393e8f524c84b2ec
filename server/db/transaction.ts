import type pg from 'pg'
import { isDatabaseAway } from './away.ts'
import type { Pool } from './pool.ts'

/** An open transaction. Its statements are committed together or not at all. */
export type Tx = pg.PoolClient

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws (the error propagates). Never
 * call a provider inside: a slow response would hold the locks (PAYMENTS rule 1).
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await pool.connect()
  let broken: Error | undefined
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    // There may be no server left to answer a rollback, and a standby would be used again. Closing rolls back as well.
    if (error instanceof Error && isDatabaseAway(error)) broken = error
    else
      await tx.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError
      })
    throw error
  } finally {
    tx.release(broken)
  }
}
