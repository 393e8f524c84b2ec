import type { MoneyPlace, StatementKind, TurnedAwayReason } from '#contract/payments.ts'
import type { Deps } from '#server/deps/deps.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import { assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { bankLegsOf, type BankLeg } from '#server/payouts/payout-arrivals.ts'
import { maySeePayment } from '#server/payments/record/payment-policy.ts'
import { paymentsBeside, type PaymentRow } from '#server/payments/record/payment-store.ts'
import {
  mattering,
  type Movement,
  movementsOf,
  partsOfWhole,
  totalOf,
  withReasons,
} from './payment-movements.ts'

/** One line as its reader sees it: `cents` is what it added to their own money, minus what it took. */
export interface StatementLine {
  id: string
  kind: StatementKind
  cents: number
  at: string
  /** The day by which the bank should have it, 'YYYY-MM-DD'. */
  day: string | null
  note: string | null
  /** Where a share came back: what was held again from then on. */
  held?: number
  /** The payment that the line belongs to, where a deal has several payments. */
  of?: PaymentRow
}

/** What happened to a deal's money, and where it is now. Amounts are cents. */
export interface PaymentStatement {
  place: MoneyPlace
  bank_date: string | null
  bank_arrived: boolean
  sent: number
  fee: number
  returned: number
  /** What is still held of the deal; absent once nothing is. */
  held?: number
  lines: StatementLine[]
}

/**
 * Returns the statement of a deal for one of its two parties, oldest line first: the lines of this payment, and of what
 * else was held for the same deal (decision 0073). Where the money is refers to this payment only. 404 for anyone else.
 */
export async function paymentStatement(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
): Promise<PaymentStatement> {
  const payments = await paymentsBeside(deps.pool, paymentId)
  const payment = foundOr404(payments[0] ?? null)
  assertMay(maySeePayment(viewer, payment))
  const reader = payment.seller_id === viewer.id ? 'seller' : 'creator'
  const records = await recordsOf(deps, payments, reader)
  const all = payments.map((one) => statementOf(one, reader, records))
  const [own] = all
  if (own === undefined) throw new Error('a payment without a statement')
  const total = (cents: (one: PaymentStatement) => number): number =>
    all.reduce((sum, one) => sum + cents(one), 0)
  return {
    ...own,
    sent: total(({ sent }) => sent),
    fee: total(({ fee }) => fee),
    returned: total(({ returned }) => returned),
    ...heldOf(payments, all),
    lines:
      all.length === 1
        ? own.lines
        : all
            .flatMap(({ lines }, n) =>
              lines.map((line) => ({ ...line, of: payments[n] ?? payment })),
            )
            .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  }
}

/** Of what each held payment brought in, what did not go back: the others may have gone back as a whole. */
function heldOf(
  payments: readonly PaymentRow[],
  all: readonly PaymentStatement[],
): Pick<PaymentStatement, 'held'> {
  const held = payments.flatMap(({ status, amount }, n) =>
    status === 'held_in_escrow' ? [amount - (all[n]?.returned ?? 0)] : [],
  )
  return held.length === 0 ? {} : { held: held.reduce((sum, cents) => sum + cents, 0) }
}

/** What is recorded about a payment's money. */
interface Records {
  id: string
  movements: Movement[]
  legs: BankLeg[]
}

/** Reads the records of these payments in one statement. */
const recordsOf = (deps: Deps, payments: readonly PaymentRow[], reader: 'seller' | 'creator') =>
  rows<Records>(
    deps.pool,
    // The account where a creator keeps their money, and when money gets there, are private to them.
    sql`select this.id, ${listInJson(movementsOf(raw('this.id')), 'created_at')} as movements,
      case when ${reader} = 'creator' then ${listInJson(bankLegsOf(raw('this.id')), 'sent_at', 'failed_at')}
        else '[]'::json end as legs
      from payments this where this.id = any(${payments.map(({ id }) => id)})`,
  )

/** What happened to one payment, and where its money is. */
function statementOf(
  payment: PaymentRow,
  reader: 'seller' | 'creator',
  records: readonly Records[],
): PaymentStatement {
  const { movements, legs } = records.find(({ id }) => id === payment.id) ?? {
    movements: [],
    legs: [],
  }
  const last = legs.at(-1)
  const decided = payment.decided_refund !== null
  const atBank = payment.status === 'released' && last !== undefined && last.status !== 'failed'
  return {
    place: atBank ? 'bank' : placeOf(payment),
    bank_date: atBank ? last.arrival_date : null,
    bank_arrived: atBank && last.status === 'paid',
    sent: totalOf(movements, 'transfer', ({ share }) => share) + partsOfWhole(movements),
    fee: totalOf(movements, 'release', ({ fee }) => fee),
    // Includes a part that failed after the rest was released and has been owed since: what reached the card.
    returned:
      totalOf(movements, 'refund', ({ cents }) => -cents) +
      totalOf(movements, 'part_refund', ({ cents }) => -cents),
    lines: [
      ...mattering(withReasons(movements), reader).flatMap(
        (movement) => withHeld(lineOf(movement, reader, decided), movement, movements) ?? [],
      ),
      ...legs.flatMap(bankLines),
    ],
  }
}

/** Where the money is now, as far as we know. */
function placeOf(payment: PaymentRow): MoneyPlace {
  switch (payment.status) {
    case 'pending':
    case 'failed':
      return payment.turned_away?.returned_at != null && payment.turned_away.came_back_at === null
        ? 'card'
        : 'not_paid'
    case 'held_in_escrow':
      return payment.disputed ? 'frozen' : 'held'
    case 'released':
      return 'stripe_balance'
    case 'refunded':
      return 'card'
  }
}

/** Money that could not be held: its arrival and its return. */
const TURNED_AWAY_LINES = {
  cancelled: ['late_paid_in', 'late_returned'],
  second: ['second_paid_in', 'second_returned'],
  refunded: ['unheld_paid_in', 'unheld_returned'],
  late_extra: ['late_extra_paid_in', 'late_extra_returned'],
} as const satisfies Record<TurnedAwayReason, readonly [StatementKind, StatementKind]>

/** Returns a ledger movement from its reader's perspective; null when it is not their money. */
function lineOf(
  movement: Movement,
  reader: 'seller' | 'creator',
  decided: boolean,
): StatementLine | null {
  const line = (kind: StatementKind, seller: number, creator = 0): StatementLine => ({
    id: `ledger-${movement.id}`,
    kind,
    cents: (reader === 'seller' ? seller : creator) + 0,
    at: movement.created_at,
    day: null,
    note: null,
  })
  switch (movement.kind) {
    case 'hold':
      return line('paid_in', -movement.cents)
    case 'release':
      // Its return is stated once, where the share came back.
      if (movement.reference.endsWith(':reversed'))
        return reader === 'seller' ? line('share_came_back', 0) : null
      // The creator's line comes when their share is sent, which is the next movement.
      return reader === 'seller' ? line('released', 0) : null
    case 'transfer':
      if (movement.reference.endsWith(':reversed'))
        return reader === 'creator' ? line('share_came_back', 0, movement.share) : null
      return reader === 'creator' ? line('sent', 0, movement.share) : null
    case 'part_reversal':
      return line('share_part_came_back', 0, movement.share)
    case 'paid_outside':
      return movement.owed === 0
        ? line('paid_outside', 0, movement.share)
        : reader === 'seller'
          ? line('paid_outside', movement.owed)
          : null
    case 'refund':
      if (movement.cents > 0) return line('return_came_back', -movement.cents)
      return line(decided ? 'returned_by_decision' : 'returned', -movement.cents)
    case 'part_refund':
      // Its failure was already stated; the line for the rest that came back states that it is held again.
      if (movement.cents === 0) return null
      if (movement.agreed)
        return line(movement.cents > 0 ? 'return_owed' : 'returned_as_agreed', -movement.cents)
      return line(movement.cents > 0 ? 'return_came_back' : 'returned_by_decision', -movement.cents)
    case 'duplicate': {
      if (movement.reference.endsWith(':failed')) return line('return_owed', -movement.cents)
      const [paidIn, returned] = TURNED_AWAY_LINES[movement.turned_away ?? 'second']
      return line(movement.cents > 0 ? paidIn : returned, -movement.cents)
    }
    case 'chargeback':
      if (movement.reference.endsWith(':lost')) return line('dispute_lost', 0)
      return line(movement.cents < 0 ? 'taken_back' : 'given_back', -movement.cents)
    default:
      // The platform pays the provider's fees.
      return null
  }
}

/** States what is held again beside a share that came back: the release that it undoes moved that much out of escrow. */
function withHeld(
  line: StatementLine | null,
  { reference }: Movement,
  movements: readonly Movement[],
): StatementLine | null {
  if (line?.kind !== 'share_came_back') return line
  const undone = movements.find((one) => one.kind === 'release' && one.reference === reference)
  return undone === undefined ? line : { ...line, held: undone.held }
}

/** From the creator's balance to their bank, and back if it was returned. */
function bankLines(leg: BankLeg): StatementLine[] {
  const sent: StatementLine = {
    id: `bank-${leg.id}`,
    kind: 'to_bank',
    cents: 0,
    at: leg.sent_at,
    day: leg.arrival_date,
    note: null,
  }
  if (leg.failed_at === null) return [sent]
  const back = { id: `bank-${leg.id}-back`, kind: 'bank_returned', cents: 0, day: null } as const
  return [sent, { ...back, at: leg.failed_at, note: leg.failure }]
}
