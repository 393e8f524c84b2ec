import { usdFromCents } from '#contract/money.ts'
import { cursorText } from '#contract/paging.ts'
import { STATEMENT_COLUMNS, brandMovementWords } from '#contract/statement-page-words.ts'
import type { PeriodStatement } from '#contract/statement-schemas.ts'
import { STATEMENT_LIMITS } from '#contract/statements.ts'
import { movementWords } from '#contract/statement-words.ts'
import type { Side } from '#server/documents/record/period-store.ts'
import type { StatedMonth, StatedMovement, StatedSums } from './statement-store.ts'

/** A movement as a line: cents in the order of its side's columns, and the change to the balance. */
export interface StatedLine {
  text: string
  cents: [number, number, number]
  change: number
}

export function lineOf(side: Side, one: StatedMovement): StatedLine {
  const { kind, title, escrow, fee, owed } = one
  if (kind === 'release') {
    const isBack = escrow < 0
    return side === 'creator'
      ? {
          text: isBack ? movementWords.releaseTakenBack(title) : movementWords.released(title),
          cents: [escrow, -fee + 0, 0],
          change: owed,
        }
      : {
          text: isBack ? brandMovementWords.cameBack(title) : brandMovementWords.bought(title),
          cents: [0, 0, escrow],
          change: -escrow,
        }
  }
  if (side === 'creator') {
    const said =
      kind === 'paid_outside'
        ? movementWords.paidOutside
        : owed > 0
          ? movementWords.cameBack
          : movementWords.sent
    return { text: said(title), cents: [0, 0, -owed + 0], change: owed }
  }
  return escrow < 0
    ? { text: brandMovementWords.paidIn(title), cents: [-escrow, 0, 0], change: -escrow }
    : { text: brandMovementWords.returned(title), cents: [0, escrow, 0], change: -escrow }
}

/** A page of a statement. */
export function presentStatement(
  side: Side,
  found: readonly StatedMovement[],
  { before, opening, months }: StatedSums,
): PeriodStatement {
  let balance = before
  let ofMonth = opening
  const last = found.length < STATEMENT_LIMITS.page ? undefined : found.at(-1)
  const sums = (of: readonly StatedMonth[]) =>
    [
      of.reduce((all, { first }) => all + first, 0),
      of.reduce((all, { second }) => all + second, 0),
      of.reduce((all, { third }) => all + third, 0),
    ].map(usdFromCents)
  return {
    columns: [...STATEMENT_COLUMNS[side]],
    opening: usdFromCents(before),
    rows: found.map((one) => {
      const { text, cents, change } = lineOf(side, one)
      balance += change
      const { id, day, project_id } = one
      return {
        id,
        day,
        text,
        project_id,
        amounts: cents.map(usdFromCents),
        balance: usdFromCents(balance),
      }
    }),
    months: months.map((one) => {
      ofMonth += one.change
      return { month: one.month, amounts: sums([one]), balance: usdFromCents(ofMonth) }
    }),
    totals: sums(months),
    next: last === undefined ? null : cursorText('movements', { keys: [last.at], id: last.id }),
  }
}
