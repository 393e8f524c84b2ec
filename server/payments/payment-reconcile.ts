import type { Deps } from '../deps.ts'
import { rows, sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { keepCard } from '../payment-methods/payment-method-service.ts'
import { catchUpPayouts } from '../payouts/payout-arrivals.ts'
import { refreshAccount } from '../payouts/payout-service.ts'
import {
  type Difference,
  type DifferenceKind,
  type DifferenceRow,
  noteDifference,
  noteHealed,
  openDifferences,
  resolveAllBut,
} from './money-differences.ts'
import { comparePayment } from './payment-compare.ts'
import { applyEvent } from './payment-events.ts'
import { paymentColumns, type PaymentRow } from './payment-store.ts'

/** Card networks let a charge be disputed for about this long. */
const LOOK_BACK_DAYS = 120
/** Money at the provider that no payment of ours explains is looked for this far back. */
const STRAY_DAYS = 3
/** An event gets this long to be applied by its own job. */
const QUIET_MINUTES = 15
/** Payments looked at side by side: far below the provider's limit of 100 calls a second. */
const SIDE_BY_SIDE = 4

/** What a reconciliation came to. */
export interface Reconciliation {
  /** Payments compared. */
  compared: number
  /** Put right in this pass. */
  healed: Difference[]
  /** Open now, from this pass or before: somebody must look. */
  open: DifferenceRow[]
}

/** Found by every pass, so closed by one that finds them no more. */
const FOUND_EACH_TIME: readonly DifferenceKind[] = [
  'charge_unbooked',
  'transfer_unbooked',
  'refund_unbooked',
  'missing_at_provider',
  'amount_differs',
  'outcome_unknown',
  'not_compared',
]

/**
 * Brings our books and the provider's together (PAYMENTS rule 7): applies what lost events and dead jobs left
 * undone, and writes down every difference. Repeating it changes nothing. A payment the provider cannot be
 * asked about is itself a difference; the others are compared all the same.
 */
export async function reconcile(deps: Deps): Promise<Reconciliation> {
  const healed: Difference[] = []
  const found: Difference[] = []
  const attempt = async (name: string, paymentId: string | null, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      found.push({ kind: 'not_compared', paymentId, providerId: name, detail })
    }
  }

  for (const { event_id } of await forgottenEvents(deps))
    await attempt(event_id, null, () => applyEvent(deps, event_id))
  const payments = await paymentsToCompare(deps)
  await sideBySide(payments, (payment) =>
    attempt(payment.id, payment.id, async () => {
      const told = await comparePayment(deps, payment)
      healed.push(...told.healed)
      found.push(...told.open)
    }),
  )
  await attempt('strays', null, async () => {
    found.push(...(await strays(deps)))
  })
  await catchUpAccounts(deps)
  await catchUpCards(deps)
  await catchUpPayouts(deps)

  for (const difference of healed) await noteHealed(deps.pool, difference)
  for (const difference of found) await noteDifference(deps.pool, difference)
  const compared = payments.map(({ id }) => id)
  await resolveAllBut(deps.pool, found, FOUND_EACH_TIME, compared)
  return { compared: payments.length, healed, open: await openDifferences(deps.pool) }
}

/** Stored events whose job gave up. */
const forgottenEvents = (deps: Deps) =>
  rows<{ event_id: string }>(
    deps.pool,
    sql`select event_id from webhook_events where applied_at is null and received_at < ${ago(deps, QUIET_MINUTES)}
      order by received_at`,
  )

const paymentsToCompare = (deps: Deps) =>
  rows<PaymentRow>(
    deps.pool,
    sql`select ${paymentColumns} from payments
      where status in ('pending', 'held_in_escrow') or dispute_outcome = 'open'
        or greatest(created_at, funded_at, released_at, refunded_at) > ${ago(deps, LOOK_BACK_DAYS * 24 * 60)}
      order by created_at, id`,
  )

/** Charges and transfers on our account that belong to no payment. */
async function strays(deps: Deps): Promise<Difference[]> {
  const recent = await deps.payments.recordsSince(ago(deps, STRAY_DAYS * 24 * 60))
  const made = [
    ...recent.charges
      .filter((charge) => charge.succeeded)
      .map(({ chargeId: id, transferGroup, amountCents }) => ({
        kind: 'charge_unbooked' as const,
        id,
        transferGroup,
        amountCents,
      })),
    ...recent.transfers
      .filter((transfer) => transfer.standing)
      .map(({ transferId: id, transferGroup, amountCents }) => ({
        kind: 'transfer_unbooked' as const,
        id,
        transferGroup,
        amountCents,
      })),
  ]
  const groups = await rows<{ name: string }>(
    deps.pool,
    sql`select 'payment_' || id as name from payments
      where 'payment_' || id = any(${made.map(({ transferGroup }) => transferGroup)})`,
  )
  const ours = new Set(groups.map(({ name }) => name))
  return made
    .filter(({ transferGroup }) => transferGroup === null || !ours.has(transferGroup))
    .map(({ kind, id, amountCents }) => ({
      kind,
      paymentId: null,
      providerId: id,
      detail: `${amountCents} cents belong to no payment`,
    }))
}

/** Accounts that were made ready without our hearing of it. */
async function catchUpAccounts(deps: Deps): Promise<void> {
  const accounts = await rows<{ id: string }>(
    deps.pool,
    sql`select stripe_account_id as id from stripe_accounts
      where not onboarding_complete and not closed order by created_at`,
  )
  await sideBySide(accounts, ({ id }) =>
    refreshAccount(deps, id).catch((error: unknown) =>
      deps.log.warn({ err: error, account: id }, 'could not look at a payout account'),
    ),
  )
}

/** Cards that were saved without our hearing of it. */
async function catchUpCards(deps: Deps): Promise<void> {
  const customers = await rows<{ id: string }>(
    deps.pool,
    sql`select stripe_customer_id as id from profiles where stripe_customer_id is not null order by id`,
  )
  await sideBySide(customers, async ({ id }) => {
    const cards = await deps.payments.listCards(id).catch((error: unknown) => {
      deps.log.warn({ err: error, customer: id }, 'could not look at saved cards')
      return []
    })
    // Oldest first, so that the newest is the newest here too.
    for (const card of cards.toReversed())
      await inTransaction(deps.pool, (tx) => keepCard(tx, id, card))
  })
}

const ago = (deps: Deps, minutes: number) => new Date(deps.clock().getTime() - minutes * 60_000)

async function sideBySide<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
