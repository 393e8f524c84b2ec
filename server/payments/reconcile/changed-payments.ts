import type { Deps } from '#server/deps/deps.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { ProviderNews } from '#server/providers/stripe/provider-news.ts'
import { paymentIdOf, paymentIdOfGroup } from '#server/payments/ledger/event-owner.ts'
import type { DifferenceKind } from '#server/payments/ledger/money-differences.ts'
import { paymentColumns, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** The payments that a reconciliation compares: those that changed at the provider or here since the last one. */

/** The overlap: clocks differ, and an event may be listed some minutes after the fact. */
const OVERLAP_MS = 60 * 60_000
/** The provider lists events for 30 days. An installation that was down longer compares everything once. */
const EVENTS_KEPT_MS = 29 * 24 * 60 * 60_000
/** Card networks allow disputes for about this long; a comparison of everything goes back this far. */
const EVERYTHING_DAYS = 120

/** Returns the start of the range to read; null: everything is compared. */
export async function changesSince(deps: Deps): Promise<Date | null> {
  const read = await maybeRow<{ at: string }>(
    deps.pool,
    sql`select at from reconciled_through where what = 'changes'`,
  )
  if (read === null) return null
  const since = new Date(Date.parse(read.at) - OVERLAP_MS)
  return deps.clock().getTime() - since.getTime() > EVENTS_KEPT_MS ? null : since
}

/** Stores where the next reconciliation continues. Never moves back. */
export const readThrough = (db: Queryable, at: Date) =>
  execute(
    db,
    sql`insert into reconciled_through (what, at) values ('changes', ${at})
      on conflict (what) do update set at = greatest(reconciled_through.at, excluded.at)`,
  )

/** What the provider's events name: our payments, and the pages on which someone saved a card. */
export interface Changed {
  paymentIds: Set<string>
  chargeIds: Set<string>
  setupSessionIds: Set<string>
}

/** Reads what changed at the provider. Events about other people's objects carry none of our ids. */
export async function changedAtProvider(deps: Deps, since: Date): Promise<Changed> {
  const changed: Changed = {
    paymentIds: new Set(),
    chargeIds: new Set(),
    setupSessionIds: new Set(),
  }
  await deps.payments.eventsSince(since, (event) => note(changed, event))
  return changed
}

function note({ paymentIds, chargeIds, setupSessionIds }: Changed, event: ProviderNews): void {
  if ('mode' in event && event.mode === 'setup') setupSessionIds.add(event.sessionId)
  const named =
    'metadata' in event
      ? paymentIdOf(event.metadata)
      : 'transferGroup' in event
        ? paymentIdOfGroup(event.transferGroup)
        : null
  if (named !== null) paymentIds.add(named)
  else if ('chargeId' in event && event.chargeId !== null) chargeIds.add(event.chargeId)
}

/** Returns everything that a full comparison covers. */
export const allPayments = (deps: Deps) =>
  rows<PaymentRow>(
    deps.pool,
    sql`select ${paymentColumns} from payments
      where status in ('pending', 'held_in_escrow') or dispute_outcome = 'open'
        or greatest(created_at, funded_at, released_at, refunded_at)
          > ${new Date(deps.clock().getTime() - EVERYTHING_DAYS * 24 * 60 * 60_000)}
      order by created_at, id`,
  )

/**
 * Returns what changed at the provider, what changed here, what is under way, and what differed the last time. `kinds`
 * are the differences that only another comparison closes.
 */
export const changedPayments = (
  deps: Deps,
  since: Date,
  { paymentIds, chargeIds }: Changed,
  kinds: readonly DifferenceKind[],
) =>
  rows<PaymentRow>(
    deps.pool,
    sql`select ${paymentColumns} from payments
      where id in (
        select unnest(${[...paymentIds]}::uuid[])
        union select id from payments where stripe_charge_id = any(${[...chargeIds]})
        union select payment_id from ledger_movements
          where kind = 'duplicate' and reference = any(${[...chargeIds]})
        union select id from payments
          where greatest(created_at, funded_at, released_at, refunded_at) > ${since}
        union select id from payments where status = 'pending'
        union select id from payments where moving is not null
        union select payment_id from money_ops where state = 'intended'
        union select payment_id from money_differences
          where resolved_at is null and kind = any(${kinds}) and payment_id is not null)
      order by created_at, id`,
  )
