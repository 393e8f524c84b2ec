import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import {
  gaveUpOn,
  movedSince,
  newestMovement,
  noteSeenThrough,
  seenThrough,
} from '#server/documents/record/catch-up-store.ts'
import { undocumentedPayouts } from '#server/documents/record/payout-store.ts'
import {
  closedPeriods,
  closePeriod,
  firstMovement,
  partiesWithout,
} from '#server/documents/record/period-store.ts'
import { closablePeriods } from '#server/documents/record/periods.ts'
import { undocumentedPayments } from '#server/documents/record/required-documents.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { orderDocuments } from '#server/payments/ledger/ledger.ts'

type Catching = Pick<Deps, 'pool' | 'clock'>

/** The number of documents of one kind that one run passes to jobs. */
const CAUGHT_UP = 1_000

/** Hourly: enqueues the documents that movements, payouts and calendar periods need and no job has created. */
export async function catchUpDocuments(deps: Catching): Promise<void> {
  await catchUpMovements(deps)
  for (const payout_id of await undocumentedPayouts(deps.pool, CAUGHT_UP))
    await enqueue(
      deps.pool,
      'documents.payout',
      { payout_id },
      { key: `documents.payout:${payout_id}` },
    )
  await closePeriods(deps)
}

/**
 * Enqueues what movements from before an upgrade, or a job that gave up, left without documents. Reads what moved since
 * the last complete run, so an hour costs the same in a ledger of any size.
 */
async function catchUpMovements({ pool }: Catching): Promise<void> {
  const newest = await newestMovement(pool)
  const since = await seenThrough(pool)
  const gaveUp = await undocumentedPayments(pool, gaveUpOn(), CAUGHT_UP)
  const moved = await undocumentedPayments(pool, movedSince(since), CAUGHT_UP)
  for (const payment of new Set([...gaveUp, ...moved]))
    await inTransaction(pool, (tx) => orderDocuments(tx, payment))
  if (newest !== null && moved.length < CAUGHT_UP) await noteSeenThrough(pool, newest)
}

/** Enqueues the documents of months and years that are over, and closes the periods whose documents all exist. */
async function closePeriods({ pool, clock }: Catching): Promise<void> {
  const first = await firstMovement(pool)
  if (first === null) return
  for (const kind of ['month', 'year'] as const) {
    const closed = await closedPeriods(pool, kind)
    for (const period of closablePeriods(kind, first, clock())) {
      if (closed.has(period.from)) continue
      const parties = await partiesWithout(pool, period, CAUGHT_UP)
      for (const { user_id, side } of parties)
        await enqueue(
          pool,
          'documents.period',
          { user_id, side, period: kind, from: period.from },
          { key: `documents.${kind}:${period.from}:${user_id}` },
        )
      if (parties.length === 0) await closePeriod(pool, period, clock())
    }
  }
}
