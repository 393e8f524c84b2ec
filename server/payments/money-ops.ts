import { createHash } from 'node:crypto'
import { execute, maybeRow, sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../db/transaction.ts'

/**
 * Every call that moves money is written down before it is made (PAYMENTS rule 2): its idempotency key and
 * a hash of its parameters. After a crash the row says what was intended, and the same key is sent again.
 */

export type MoneyOpKind = 'fund' | 'release' | 'refund' | 'part_refund'

/** `release:<payment>:<attempt>`: derived, so that a process that lost its memory derives the same. */
export const idempotencyKey = (kind: MoneyOpKind, paymentId: string, attempt: number): string =>
  `${kind}:${paymentId}:${attempt}`

/** Writes the intent in phase A. An intent that is there already with the same parameters is left as it is. */
export async function intend(
  tx: Tx,
  op: {
    paymentId: string
    kind: MoneyOpKind
    attempt: number
    params: Record<string, string | number>
  },
): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.entries(op.params).toSorted(([a], [b]) => a.localeCompare(b))))
    .digest('hex')
  const key = idempotencyKey(op.kind, op.paymentId, op.attempt)
  const kept = await maybeRow<{ params_hash: string }>(
    tx,
    sql`insert into money_ops (payment_id, kind, attempt, idempotency_key, params_hash)
      values (${op.paymentId}, ${op.kind}, ${op.attempt}, ${key}, ${hash})
      on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
      returning params_hash`,
  )
  if (kept?.params_hash !== hash) throw new Error(`${key} was intended with other parameters`)
}

/** Writes the outcome in phase B, once. */
export async function settle(
  tx: Tx,
  key: string,
  outcome: { state: 'succeeded'; providerId: string } | { state: 'failed'; failure: string },
): Promise<void> {
  await execute(
    tx,
    sql`update money_ops set state = ${outcome.state}, settled_at = now(),
        provider_id = ${outcome.state === 'succeeded' ? outcome.providerId : null},
        failure = ${outcome.state === 'failed' ? outcome.failure : null}
      where idempotency_key = ${key} and state = 'intended'`,
  )
}

/** Money that was moved by an operation and returned: another operation may move it again. */
export const markCameBack = (tx: Tx, kind: MoneyOpKind, providerId: string) =>
  execute(
    tx,
    sql`update money_ops set state = 'came_back'
      where kind = ${kind} and provider_id = ${providerId} and state = 'succeeded'`,
  )

/** After this many hours the provider may have forgotten an idempotency key (PAYMENTS rule 2). */
export const KEY_LIFE_HOURS = 23

/** Whether a call may no longer be repeated under its key: what exists at the provider then decides. */
export async function olderThanKeyLife(deps: Deps, key: string): Promise<boolean> {
  const limit = new Date(deps.clock().getTime() - KEY_LIFE_HOURS * 3_600_000)
  const old = await execute(
    deps.pool,
    sql`select 1 from money_ops where idempotency_key = ${key} and created_at < ${limit}`,
  )
  return old > 0
}
