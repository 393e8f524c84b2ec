import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '#server/deps/deps.ts'
import { maybeRow, sql, type Statement } from '#server/db/sql.ts'
import { AppError } from '#server/http/app-error.ts'
import type { MoneyOpKind, OpId } from '#server/payments/ledger/money-ops.ts'

/** The reason why an order is not carried out; the order is undone as after a refusal. */
export const STOPPED = 'stopped by a dispute'

/**
 * Throws when the attempt behind a click has failed: nothing moved and nothing is on its way, so the click must not be
 * answered as a success. `refused` is thrown unless a dispute stopped it.
 */
export async function refuseFailed(
  deps: Deps,
  { paymentId, kind, attempt }: OpId,
  refused: ErrorCode,
): Promise<void> {
  const failed = await maybeRow<{ failure: string | null }>(
    deps.pool,
    sql`select failure from money_ops where payment_id = ${paymentId} and kind = ${kind}
      and attempt = ${attempt} and state = 'failed'`,
  )
  if (failed !== null) throw new AppError(failed.failure === STOPPED ? 'payment.frozen' : refused)
}

/** SQL for a statement about payments: whether the provider refused one of these calls after `since`. */
export const refusedSince = (since: Date, kinds: readonly MoneyOpKind[]): Statement =>
  sql`exists (select 1 from money_ops where money_ops.payment_id = payments.id and kind = any(${kinds})
    and state = 'failed' and failure is distinct from ${STOPPED} and settled_at > ${since})`
