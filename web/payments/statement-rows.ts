import { wasTurnedAway } from '#contract/deal-reading.ts'
import { centsFromUsd, formatUsd, usdFromCents } from '#contract/money.ts'
import type { Payment, Statement, StatementLine } from '#contract/payment-schemas.ts'
import type { PaymentStatus, StatementKind } from '#contract/payments.ts'
import { shownStatus } from './payment-words.ts'
import { isFrozenLine, lineWords, signedUsd, type StatementReader } from './statement-words.ts'

/** A line of the statement, formatted for display. */
export interface StatementRow {
  id: string
  what: string
  why: string
  at: string
  /** "−$540.00", or a dash. */
  amount: string
  /** The current state, on the line that led to it; null on every other line, and for the creator. */
  state: PaymentStatus | null
}

/** The state that a movement led to. */
const LED_TO: Partial<Record<StatementKind, PaymentStatus>> = {
  paid_in: 'held_in_escrow',
  released: 'released',
  returned: 'refunded',
  returned_by_decision: 'refunded',
  dispute_lost: 'refunded',
  late_returned: 'refunded',
  unheld_returned: 'refunded',
  return_came_back: 'held_in_escrow',
  share_came_back: 'held_in_escrow',
}

/** Movements that leave for the card. */
const TO_CARD: readonly StatementKind[] = [
  'returned',
  'returned_by_decision',
  'returned_as_agreed',
  'second_returned',
  'late_returned',
  'unheld_returned',
  'late_extra_returned',
]

/** Whether a statement mentions money that goes back to a card, so that its reader wants to know when it arrives. */
export const goesToCard = ({ lines }: Pick<Statement, 'lines'>): boolean =>
  lines.some(({ kind }) => TO_CARD.includes(kind))

/**
 * Everything that happened to a payment, oldest first: each movement of the reader's own money, and for the brand,
 * which started it, also the events that moved none. A failed attempt has no time of its own and uses the payment's.
 */
export function statementRows(
  statement: Statement,
  payment: Payment,
  reader: StatementReader,
): StatementRow[] {
  const seller = reader.side === 'seller'
  const rows: StatementRow[] = statement.lines.map((line) => ({
    id: line.id,
    ...lineWords(line, statement, payment, reader),
    at: line.at,
    amount: signedUsd(countedUsd(line, statement, payment)),
    state: seller ? stateAfter(line.kind, payment) : null,
  }))
  if (!seller) return rows
  const { status, failure, created_at: at } = payment
  const still = { at, amount: signedUsd(0) }
  rows.unshift({
    id: 'started',
    what: 'Payment started',
    why: `For ${formatUsd(startedWith(statement, payment))}`,
    state: 'pending',
    ...still,
  })
  if (status === 'failed' && !wasTurnedAway(payment))
    rows.push({
      id: 'failed',
      what: 'Nothing was charged',
      why: failure ?? 'The payment did not go through',
      state: 'failed',
      ...still,
    })
  return withPresentState(rows, shownStatus(payment))
}

/** The current state, once, on the row that led to it: on any other row a past state would read as the current one. */
function withPresentState(rows: readonly StatementRow[], present: PaymentStatus): StatementRow[] {
  const at = rows.findLastIndex(({ state }) => state === present)
  return rows.map((row, index) => (index === at ? row : { ...row, state: null }))
}

/**
 * USD that a line added to the reader's own money. Money that a bank has frozen belongs to no one until the bank
 * decides.
 */
const countedUsd = (line: StatementLine, statement: Statement, payment: Payment): number =>
  isFrozenLine(line, statement, payment) ? 0 : line.amount

/**
 * USD that the deal's own payment asked for, which is the first amount that came in: an agreed change adds payments of
 * its own.
 */
function startedWith({ lines }: Statement, payment: Payment): number {
  const first = lines.find(({ kind }) => kind === 'paid_in')
  return first === undefined ? payment.charged_amount : Math.abs(first.amount)
}

/** The sum of all movements for the reader, "−$340.00"; null where a single movement already shows it. */
export function statementTotal(statement: Statement, payment: Payment): string | null {
  const moved = statement.lines
    .map((line) => countedUsd(line, statement, payment))
    .filter((amount) => amount !== 0)
  if (moved.length < 2) return null
  const cents = moved.reduce(
    (sum, amount) => sum + Math.sign(amount) * centsFromUsd(Math.abs(amount)),
    0,
  )
  return cents === 0 ? formatUsd(0) : signedUsd(usdFromCents(cents))
}

/** A part that a decision sent back leaves the rest released: the payment itself was not refunded. */
function stateAfter(kind: StatementKind, payment: Payment): PaymentStatus | null {
  const state = LED_TO[kind] ?? null
  const isRefunded = payment.refunded_at !== null || wasTurnedAway(payment)
  return state === 'refunded' && !isRefunded ? null : state
}
