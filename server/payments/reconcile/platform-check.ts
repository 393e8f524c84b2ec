import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps/deps.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import {
  closeDifference,
  type Difference,
  restateDifference,
} from '#server/payments/ledger/money-differences.ts'

/**
 * Checks the platform's own account at the provider: held money is mixed with everything else on its balance, so nothing
 * may pay that balance out automatically, and it must cover the held money. Each violation is a difference, closed by the
 * first check that finds it fixed. Throws while the provider is unreachable: the queue retries.
 */
export async function checkPlatform(deps: Deps): Promise<void> {
  const { asked } = await oneRow<{ asked: string }>(deps.pool, sql`select now() as asked`)
  const account = await deps.payments.platformAccount()
  const schedule = account.payoutSchedule ?? 'unknown'
  await state(deps, schedule !== 'manual', {
    kind: 'payouts_not_manual',
    paymentId: null,
    providerId: 'payout schedule',
    detail: `The platform's payout schedule is ${schedule}: held money would be paid out to our own bank.`,
  })
  const owedCents = await owedSince(deps, asked)
  const thereCents = account.availableCents + account.pendingCents
  await state(deps, owedCents > thereCents, {
    kind: 'escrow_not_covered',
    paymentId: null,
    providerId: 'balance',
    detail: `${formatCents(owedCents)} is held or owed, and ${formatCents(thereCents)} is on the balance.`,
  })
}

async function state(deps: Deps, isWrong: boolean, found: Difference): Promise<void> {
  if (!isWrong) {
    await closeDifference(deps.pool, found.kind, found.providerId)
    return
  }
  await restateDifference(deps.pool, found)
  deps.log.error({ difference: found }, "the platform's own account needs somebody to look at it")
}

/**
 * Returns the cents held for deals or owed to people that were certainly on the balance at `asked`: anything booked
 * since may have come later or left earlier, and anything moving may be gone.
 */
async function owedSince(deps: Deps, asked: string): Promise<number> {
  const { cents } = await oneRow<{ cents: string }>(
    deps.pool,
    sql`select coalesce(sum(owed), 0)::text as cents from (
        select greatest(0, least(-sum(ledger_entries.amount),
          -coalesce(sum(ledger_entries.amount) filter (where ledger_entries.created_at <= ${asked}), 0))) as owed
        from ledger_entries join payments on payments.id = payment_id and payments.moving is null
        where account in ('escrow', 'creator_payable', 'refunds') group by payment_id) owing`,
  )
  return Number(cents)
}
