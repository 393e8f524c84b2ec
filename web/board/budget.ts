import type { Board } from '#contract/board-schemas.ts'
import { centsOfSum, formatUsd } from '#contract/money.ts'

/** The parts of a board's money, in the reverse order of a deal that goes well: what is done comes first. */
export type BudgetPart = 'released' | 'held' | 'returned' | 'unfunded' | 'left'

/**
 * The parts of the bar in cents. They add up to the total, or to what is committed where that is more or there is no
 * total. Returned money is a part of its own, and only where some was returned; the amount a price was reduced by is in
 * no part.
 */
export function budgetParts(money: Board['money']): { part: BudgetPart; cents: number }[] {
  const [committed, held, released, returned] = [
    money.committed,
    money.held,
    money.released,
    money.returned,
  ].map(centsOfSum) as [number, number, number, number]
  return [
    { part: 'released', cents: released },
    { part: 'held', cents: held },
    ...(returned === 0 ? [] : [{ part: 'returned', cents: returned } as const]),
    { part: 'unfunded', cents: Math.max(0, committed - held - released - returned) },
    ...(money.left === null ? [] : [{ part: 'left', cents: centsOfSum(money.left) } as const]),
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
