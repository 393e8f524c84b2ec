import { paymentSetbacks, type PaymentStatus, paymentTransitions } from '#contract/payments.ts'
import { splitPrice } from '#contract/money.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { SimDeal } from './deals.ts'
import type { Run } from './run.ts'
import { Violation } from './violation.ts'

/** What the run believes of each deal, compared with the product after every step. */
export interface Model {
  statuses: (PaymentStatus | undefined)[]
  /** The status of what was added to a price or extends a licence, by payment. */
  added: Map<string, PaymentStatus>
}

/** The statuses that a status can lead to in any number of steps. */
function reachable(from: PaymentStatus): Set<PaymentStatus> {
  const found = new Set<PaymentStatus>([from])
  for (const status of found)
    for (const move of Object.values({ ...paymentTransitions, ...paymentSetbacks }))
      if ((move.from as readonly PaymentStatus[]).includes(status)) found.add(move.to)
  return found
}
const REACHABLE: Partial<Record<PaymentStatus, Set<PaymentStatus>>> = {}

/**
 * Checks after every step that statuses only move along the table, and that the provider never moved the same money
 * twice.
 */
export async function compare(model: Model, run: Run): Promise<void> {
  const ids = run.deals.flatMap((_, index) => run.allOf(index))
  const found =
    ids.length === 0
      ? []
      : await rows<{
          id: string
          status: PaymentStatus
          amount: number
          agreed_refund: number
        }>(
          run.world.pool,
          sql`select id, status, amount, agreed_refund from payments where id = any(${ids})`,
        )
  for (const [index, deal] of run.deals.entries()) {
    const payment = found.find((row) => row.id === run.payments[index])
    if (payment === undefined) continue
    const before = model.statuses[index] ?? 'pending'
    const allowed = (REACHABLE[before] ??= reachable(before))
    if (!allowed.has(payment.status))
      throw new Violation('transitions', `a payment went from ${before} to ${payment.status}`)
    const { amount, agreed_refund: back } = payment
    if (amount - back !== deal.price || back !== deal.agreedBack)
      throw new Violation(
        'M5',
        `the price is ${deal.price} after ${deal.agreedBack} went back, the payment says ${amount} and ${back}`,
      )
    model.statuses[index] = payment.status
    providerSide(run, deal, payment.id)
    for (const { id, cents } of run.extensions[index] ?? []) {
      const row = found.find((one) => one.id === id)
      if (row?.amount !== cents || row.agreed_refund !== 0)
        throw new Violation('M5', `an extension costs ${cents}, its payment says ${row?.amount}`)
      const last = model.added.get(id) ?? 'pending'
      if (!(REACHABLE[last] ??= reachable(last)).has(row.status))
        throw new Violation('transitions', `an extension went from ${last} to ${row.status}`)
      model.added.set(id, row.status)
      providerSide(run, extraAsDeal(deal, cents), id)
    }
    for (const extra of run.extras[index] ?? []) {
      const row = found.find(({ id }) => id === extra.id)
      if (row === undefined) throw new Violation('M11', `the extra ${extra.id} is gone`)
      const price = deal.added.get(extra.amendment)
      if (row.amount !== price || row.agreed_refund !== 0)
        throw new Violation('M5', `${price} were agreed on more, the extra says ${row.amount}`)
      const last = model.added.get(extra.id) ?? 'pending'
      if (!(REACHABLE[last] ??= reachable(last)).has(row.status))
        throw new Violation('transitions', `an extra went from ${last} to ${row.status}`)
      model.added.set(extra.id, row.status)
      providerSide(run, extraAsDeal(deal, price), extra.id)
    }
  }
}

/** An extra, or an extension of the licence, is paid and split separately, without the minimum fee. */
function extraAsDeal(deal: SimDeal, price: number): SimDeal {
  const terms = { ...deal.terms, minimum_fee_cents: 0 }
  return {
    ...deal,
    price,
    agreedBack: 0,
    terms,
    creatorShare: splitPrice(price, terms).creatorCents,
  }
}

/** Checks M3 and M4 by what the provider itself did. */
function providerSide(run: Run, deal: SimDeal, paymentId: string): void {
  const { state } = run.world.sandbox
  const transfers = Object.values(state.transfers).filter(
    (row) => row.transfer_group === `payment_${paymentId}` && !row.reversed,
  )
  const [transfer] = transfers
  const decided = run.decided.has(paymentId)
  if (transfers.length > 1) throw new Violation('M3', `${transfers.length} transfers were made`)
  if (transfer === undefined) return
  const made = Object.values(state.refunds).filter(
    (row) => row.charge === transfer.source_transaction,
  )
  const charged = deal.price + deal.agreedBack
  // Only a decision, or a lower price, returns part of it first; some of those returns may have failed since.
  const shares = decided
    ? sums(made.map(({ amount }) => amount))
        .filter((gone) => gone <= charged)
        .map((gone) => splitPrice(charged - gone, deal.terms).creatorCents)
    : [deal.creatorShare]
  const accounts: unknown[] = [deal.accountId, ...deal.formerAccounts]
  if (!shares.includes(transfer.amount) || !accounts.includes(transfer.destination))
    throw new Violation('M3', `sent ${transfer.amount} to ${JSON.stringify(transfer.destination)}`)
  const refunds = made.filter((row) => row.status !== 'failed')
  const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
  if (
    decided
      ? splitPrice(charged - back, deal.terms).creatorCents < transfer.amount
      : back > deal.agreedBack
  )
    throw new Violation(
      'M4',
      `charge ${JSON.stringify(transfer.source_transaction)} was sent and returned`,
    )
}

/** Every sum of some of the amounts, below everything that was paid. */
const sums = (amounts: number[]): number[] =>
  amounts.reduce((found, amount) => [...found, ...found.map((sum) => sum + amount)], [0])
