import type { Board } from '#contract/board-schemas.ts'
import { centsFromUsd, formatUsd } from '#contract/money.ts'

/** The parts of a board's money, in the order of a deal that goes well, backwards: what is done stands first. */
export type BudgetPart = 'released' | 'held' | 'returned' | 'unfunded' | 'left'

/**
 * The parts of the bar in cents; they add up to the total, or to what is committed where that is more or there is no
 * total. What went back stands by itself and only where something did; what a price was lowered by is in none.
 */
export function budgetParts(money: Board['money']): { part: BudgetPart; cents: number }[] {
  const [committed, held, released, returned] = [
    money.committed,
    money.held,
    money.released,
    money.returned,
  ].map(centsFromUsd) as [number, number, number, number]
  return [
    { part: 'released', cents: released },
    { part: 'held', cents: held },
    ...(returned === 0 ? [] : [{ part: 'returned', cents: returned } as const]),
    { part: 'unfunded', cents: Math.max(0, committed - held - released - returned) },
    ...(money.left === null ? [] : [{ part: 'left', cents: centsFromUsd(money.left) } as const]),
  ]
}

export const budgetWords = {
  title: 'Budget',
  committed: 'Committed',
  released: 'Released',
  held: 'Held in escrow',
  returned: 'Returned',
  unfunded: 'Not funded yet',
  left: 'Left',
  /** The text alternative of the bar. */
  sentence: ({ committed, held, released, returned, left }: Board['money']): string =>
    [
      `${formatUsd(committed)} committed: ${formatUsd(released)} released, ${formatUsd(held)} held in escrow.`,
      ...(returned === 0 ? [] : [`${formatUsd(returned)} returned.`]),
      ...(left === null ? [] : [`${formatUsd(left)} left.`]),
    ].join(' '),
} as const
