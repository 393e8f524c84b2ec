import type { MoneyPlace, StatementKind } from '#contract/payments.ts'
import { splitPrice } from '#contract/money.ts'
import type { Deps } from '../deps.ts'
import { rows, sql } from '../db/sql.ts'
import { assertMay, foundOr404 } from '../http/app-error.ts'
import type { Viewer } from '../http/viewer.ts'
import { maySeePayment } from './payment-policy.ts'
import { paymentById, type PaymentRow } from './payment-store.ts'

/** One line as its reader sees it: `cents` is what it added to their own money, minus what it took. */
export interface StatementLine {
  id: number
  kind: StatementKind
  cents: number
  at: string
}

/** What happened to the money of one deal, and where it is now. */
export interface PaymentStatement {
  place: MoneyPlace
  lines: StatementLine[]
}

/** The statement of a payment for one of its two parties, oldest line first; 404 for anybody else. */
export async function paymentStatement(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
): Promise<PaymentStatement> {
  const payment = foundOr404(await paymentById(deps.pool, paymentId))
  assertMay(maySeePayment(viewer, payment))
  const movements = await rows<Movement>(
    deps.pool,
    sql`select ledger_movements.id, ledger_movements.kind, ledger_movements.reference, ledger_movements.created_at,
        coalesce(sum(amount) filter (where account = 'provider_clearing'), 0)::int as cents
      from ledger_movements join ledger_entries on ledger_entries.movement_id = ledger_movements.id
      where ledger_movements.payment_id = ${paymentId}
      group by ledger_movements.id order by ledger_movements.id`,
  )
  const reader = payment.seller_id === viewer.id ? 'seller' : 'creator'
  return {
    place: placeOf(payment),
    lines: movements.flatMap((movement) => lineOf(movement, payment, reader) ?? []),
  }
}

interface Movement {
  id: number
  kind: string
  reference: string
  created_at: string
  /** What came to the platform's balance at the provider. */
  cents: number
}

/** Where the money is now. */
function placeOf(payment: PaymentRow): MoneyPlace {
  switch (payment.status) {
    case 'pending':
    case 'failed':
      return 'not_paid'
    case 'held_in_escrow':
      return payment.disputed ? 'frozen' : 'held'
    case 'released':
      return 'stripe_balance'
    case 'refunded':
      return 'card'
  }
}

/** A movement of the ledger in its reader's eyes; null where it is none of their money. */
function lineOf(
  movement: Movement,
  payment: PaymentRow,
  reader: 'seller' | 'creator',
): StatementLine | null {
  const line = (kind: StatementKind, seller: number, creator = 0): StatementLine => ({
    id: movement.id,
    kind,
    // Never −0, which would be shown with a minus.
    cents: (reader === 'seller' ? seller : creator) + 0,
    at: movement.created_at,
  })
  switch (movement.kind) {
    case 'hold':
      return line('paid_in', -movement.cents)
    case 'release':
      // The creator reads of their share when it is sent, which is the next movement.
      return reader === 'seller' ? line('released', 0) : null
    case 'transfer':
      return reader === 'creator' ? line('sent', 0, splitPrice(payment.amount).creatorCents) : null
    case 'refund':
      return line('returned', -movement.cents)
    case 'duplicate':
      if (reader === 'creator') return null
      return line(movement.cents > 0 ? 'second_paid_in' : 'second_returned', -movement.cents)
    case 'chargeback':
      if (movement.reference.endsWith(':lost')) return line('dispute_lost', 0)
      return line(movement.cents < 0 ? 'taken_back' : 'given_back', -movement.cents)
    default:
      // The provider's fees are the platform's to pay.
      return null
  }
}
