import { maybeRow, execute, sql, type Statement } from '#server/db/sql.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Tx } from '#server/db/transaction.ts'
import { closeRefusals } from './money-differences.ts'
import {
  type ProviderRequest,
  requestHash,
  requestKey,
} from '#server/providers/stripe/provider-request.ts'

/**
 * Every call that moves money is stored before it is made (PAYMENTS rule 2): exactly what it sends, a hash of that, and
 * an idempotency key that covers it. After a crash or a lost response the stored request is sent again under its key,
 * whatever has changed since: a saved card, a new title, another release of this code.
 */

export type MoneyOpKind = 'fund' | 'release' | 'refund' | 'part_refund' | 'agreed_refund'

/** Identifies one attempt. */
export interface OpId {
  paymentId: string
  kind: MoneyOpKind
  attempt: number
}

/** An attempt as it was stored. */
export interface MoneyOp {
  key: string
  /** Null for rows from before requests were stored: they are never retried, and the provider's records decide. */
  request: ProviderRequest | null
  created_at: string
}

/** Identifies a payment's current attempt. */
export const opOf = (kind: MoneyOpKind, payment: { id: string; attempt: number }): OpId => ({
  paymentId: payment.id,
  kind,
  attempt: payment.attempt,
})

/**
 * Stores the intent in phase A; an existing one stays as it is. Throws when the existing one would send something else.
 */
export async function intend(
  tx: Tx,
  op: OpId & { request: ProviderRequest },
  now: Date,
): Promise<void> {
  const { paymentId, kind, attempt, request } = op
  const hash = requestHash(request)
  const key = requestKey(`${kind}:${paymentId}:${attempt}`, request)
  const kept = await maybeRow<{ params_hash: string }>(
    tx,
    sql`insert into money_ops (payment_id, kind, attempt, idempotency_key, params_hash, request, created_at)
      values (${paymentId}, ${kind}, ${attempt}, ${key}, ${hash}, ${JSON.stringify(request)}, ${now})
      on conflict (payment_id, kind, attempt) do update set kind = excluded.kind
      returning params_hash`,
  )
  if (kept?.params_hash !== hash) throw new Error(`${key} was intended with other parameters`)
}

/** Returns what was stored for an attempt. Throws when nothing was stored: no call is made without it. */
export async function intended(db: Queryable, id: OpId): Promise<MoneyOp> {
  const op = await maybeRow<MoneyOp>(
    db,
    sql`select idempotency_key as key, request, created_at from money_ops
      where payment_id = ${id.paymentId} and kind = ${id.kind} and attempt = ${id.attempt}`,
  )
  if (op === null) throw new Error(`${id.kind} ${id.attempt} of ${id.paymentId} was not intended`)
  return op
}

/** Restarts from `now` the lifetime of an attempt that was not sent because it had to wait. */
export const intendedFrom = (tx: Tx, { paymentId, kind, attempt }: OpId, now: Date) =>
  execute(
    tx,
    sql`update money_ops set created_at = ${now}
      where payment_id = ${paymentId} and kind = ${kind} and attempt = ${attempt} and state = 'intended'
        and sent_at is null`,
  )

/** Records the outcome in phase B, once. */
export async function settle(
  tx: Tx,
  { paymentId, kind, attempt }: OpId,
  outcome: { state: 'succeeded'; providerId: string } | { state: 'failed'; failure: string },
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`update money_ops set state = ${outcome.state}, settled_at = ${now},
        provider_id = ${outcome.state === 'succeeded' ? outcome.providerId : null},
        failure = ${outcome.state === 'failed' ? outcome.failure : null}
      where payment_id = ${paymentId} and kind = ${kind} and attempt = ${attempt} and state = 'intended'`,
  )
  // What was refused before is done now, or its money went another way.
  if (outcome.state === 'succeeded') await closeRefusals(tx, paymentId)
}

/** Money that an operation moved and that came back: another operation may move it again. */
export const markCameBack = (tx: Tx, kind: MoneyOpKind, providerId: string) =>
  execute(
    tx,
    sql`update money_ops set state = 'came_back'
      where kind = ${kind} and provider_id = ${providerId} and state = 'succeeded'`,
  )

/** Whether a refund at the provider returned what both sides agreed on, not what an operator decided. */
export const wasAgreed = (refundId: Statement): Statement =>
  sql`exists (select from money_ops where kind = 'agreed_refund' and provider_id = ${refundId})`

/** After this many hours the provider may have forgotten an idempotency key (PAYMENTS rule 2). */
export const KEY_LIFE_HOURS = 23

/** Returns the request to send under the key, or null when it must not be sent: then the provider's records decide. */
export function repeatable(deps: Deps, op: MoneyOp): ProviderRequest | null {
  const age = deps.clock().getTime() - Date.parse(op.created_at)
  return age > KEY_LIFE_HOURS * 3_600_000 ? null : op.request
}
