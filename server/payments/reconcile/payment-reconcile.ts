import type { Deps } from '#server/deps/deps.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepCard } from '#server/payment-methods/payment-method-service.ts'
import { catchUpPayouts } from '#server/payouts/payout-arrivals.ts'
import { refreshAccount } from '#server/payouts/payout-service.ts'
import {
  type Difference,
  type DifferenceKind,
  type DifferenceRow,
  noteDifference,
  noteHealed,
  openDifferences,
  resolveAllBut,
} from '#server/payments/ledger/money-differences.ts'
import {
  allPayments,
  type Changed,
  changedAtProvider,
  changedPayments,
  changesSince,
  readThrough,
} from './changed-payments.ts'
import { comparePayment } from './payment-compare.ts'
import { strays } from './strays.ts'
import { applyEvent } from '#server/payments/webhook/provider-events.ts'
import { catchUpBalance } from '#server/payments/ledger/platform-balance.ts'

/** Accounts whose setup began longer ago are checked when their owner requests it. */
const SETUP_DAYS = 30
/** How long an event has to be applied by its own job. */
const QUIET_MINUTES = 15
/** Payments compared in parallel: far below the provider's limit of 100 calls a second. */
const SIDE_BY_SIDE = 4

/** The result of a reconciliation. */
export interface Reconciliation {
  /** Payments compared. */
  compared: number
  /** Fixed in this pass. */
  healed: Difference[]
  /** Open now, from this pass or an earlier one: someone must look. */
  open: DifferenceRow[]
}

/** Kinds that every pass finds, so a pass that no longer finds one closes it. */
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
 * Reconciles our books with the provider's (PAYMENTS rule 7): applies what lost events and dead jobs left undone, and
 * records every difference. It reads what changed since the last successful pass, with an hour's overlap; the first
 * pass, a pass after a month of downtime, and one with `everything` compare all payments that can still change.
 * Idempotent. A payment that the provider cannot be asked about is itself a difference; the others are still compared.
 */
export async function reconcile(
  deps: Deps,
  { everything = false }: { everything?: boolean } = {},
): Promise<Reconciliation> {
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

  const began = deps.clock()
  for (const { event_id } of await forgottenEvents(deps))
    await attempt(event_id, null, () => applyEvent(deps, event_id))
  const since = everything ? null : await changesSince(deps)
  let changed: Changed | null = null
  if (since !== null)
    await attempt('changes', null, async () => {
      changed = await changedAtProvider(deps, since)
    })
  const payments = await paymentsToCompare(deps, since, changed)
  await sideBySide(payments, (payment) =>
    attempt(payment.id, payment.id, async () => {
      const comparison = await comparePayment(deps, payment)
      healed.push(...comparison.healed)
      found.push(...comparison.open)
    }),
  )
  let strayed = false
  await attempt('strays', null, async () => {
    found.push(...(await strays(deps, since)))
    strayed = true
  })
  await attempt('balance', null, () => catchUpBalance(deps))
  await catchUpAccounts(deps)
  if (since === null) await catchUpAllCards(deps)
  else await catchUpCards(deps, changed)
  await catchUpPayouts(deps)

  for (const difference of healed) await noteHealed(deps.pool, difference)
  for (const difference of found) await noteDifference(deps.pool, difference)
  const compared = payments.map(({ id }) => id)
  await resolveAllBut(deps.pool, found, FOUND_EACH_TIME, compared)
  // What was not compared is compared again because of its open difference; unread changes are not skipped.
  if (strayed && (since === null || changed !== null)) await readThrough(deps.pool, began)
  return { compared: payments.length, healed, open: await openDifferences(deps.pool) }
}

/** Without the provider's changes, what changed here is still compared. */
const paymentsToCompare = (deps: Deps, since: Date | null, changed: Changed | null) =>
  since === null
    ? allPayments(deps)
    : changedPayments(deps, since, changed ?? NOTHING_CHANGED, FOUND_EACH_TIME)

const NOTHING_CHANGED: Changed = {
  paymentIds: new Set(),
  chargeIds: new Set(),
  setupSessionIds: new Set(),
}

/** Returns stored events whose job gave up. */
const forgottenEvents = (deps: Deps) =>
  rows<{ event_id: string }>(
    deps.pool,
    sql`select event_id from webhook_events where applied_at is null and received_at < ${ago(deps, QUIET_MINUTES)}
      order by received_at`,
  )

/** Updates accounts that became ready without our knowledge. */
async function catchUpAccounts(deps: Deps): Promise<void> {
  const accounts = await rows<{ id: string }>(
    deps.pool,
    sql`select stripe_account_id as id from stripe_accounts
      where not onboarding_complete and not closed and created_at > ${ago(deps, SETUP_DAYS * 24 * 60)}
      order by created_at`,
  )
  await sideBySide(accounts, ({ id }) =>
    refreshAccount(deps, id).catch((error: unknown) =>
      deps.log.warn({ err: error, account: id }, 'could not look at a payout account'),
    ),
  )
}

/** Records cards that were saved without our knowledge, for every customer. */
async function catchUpAllCards(deps: Deps): Promise<void> {
  const customers = await rows<{ id: string }>(
    deps.pool,
    sql`select stripe_customer_id as id from profiles where stripe_customer_id is not null order by id`,
  )
  await sideBySide(customers, async ({ id }) => {
    const cards = await deps.payments.listCards(id).catch((error: unknown) => {
      deps.log.warn({ err: error, customer: id }, 'could not look at saved cards')
      return []
    })
    // Oldest first, so that the newest card is the newest here too.
    for (const card of cards.toReversed())
      await inTransaction(deps.pool, (tx) => keepCard(tx, deps, id, card))
  })
}

/** The same for recently completed pages. A removed card stays removed. */
async function catchUpCards(deps: Deps, changed: Changed | null): Promise<void> {
  for (const sessionId of changed?.setupSessionIds ?? []) {
    try {
      const session = await deps.payments.retrieveCheckout(sessionId)
      const card = session?.savedCard
      if (session?.customerId == null || card === undefined || card.customerId === null) continue
      const { customerId } = session
      await inTransaction(deps.pool, (tx) => keepCard(tx, deps, customerId, card))
    } catch (error) {
      deps.log.warn({ err: error, session: sessionId }, 'could not look at a saved card')
    }
  }
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
