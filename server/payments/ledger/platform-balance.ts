import type { Deps } from '#server/deps/deps.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { BalanceMove } from '#server/providers/stripe/provider-objects.ts'
import { book, type Entries, feeEntries, platformPayoutEntries } from './ledger.ts'

/**
 * The platform's own balance at the provider, beside payments: its payouts to its bank, and fees without a payment.
 * Read by time, like everything else that changes there; booking is idempotent.
 */

/** The overlap: clocks differ, and a move may be listed some minutes late. */
const OVERLAP_MS = 60 * 60_000

/** Books what has moved since the last successful run, or everything the first time. Throws as the provider does. */
export async function catchUpBalance(deps: Deps): Promise<void> {
  const began = deps.clock()
  const read = await maybeRow<{ at: string }>(
    deps.pool,
    sql`select at from reconciled_through where what = 'balance'`,
  )
  const since = read === null ? null : new Date(Date.parse(read.at) - OVERLAP_MS)
  await deps.payments.balanceMovesSince(since, (move) => bookMove(deps, move))
  await execute(
    deps.pool,
    sql`insert into reconciled_through (what, at) values ('balance', ${began})
      on conflict (what) do update set at = greatest(reconciled_through.at, excluded.at)`,
  )
}

async function bookMove(deps: Deps, move: BalanceMove): Promise<void> {
  const movements = movementsOf(move)
  if (movements.length === 0) return
  await inTransaction(deps.pool, async (tx) => {
    for (const movement of movements) await book(tx, { paymentId: null, ...movement })
  })
}

interface Movement {
  kind: 'platform_payout' | 'provider_fee'
  reference: string
  entries: Entries
}

/** A payout leaves for the bank or returns from it; anything the provider keeps of either is a fee. */
function movementsOf({ kind, id, source, cents, feeCents }: BalanceMove): Movement[] {
  const fee: Movement[] =
    feeCents === 0 ? [] : [{ kind: 'provider_fee', reference: id, entries: feeEntries(feeCents) }]
  if (kind === 'fee') return fee
  const reference = kind === 'payout' ? source : `${source}:failed`
  return [{ kind: 'platform_payout', reference, entries: platformPayoutEntries(-cents) }, ...fee]
}
