import { formatCents } from '#contract/money.ts'

/** A proposed price against the budget, in words: "$60.00 under", "at budget", "$40.00 over". Cents. */
export function againstBudget(priceCents: number, budgetCents: number): string {
  const difference = priceCents - budgetCents
  if (difference === 0) return 'at budget'
  return `${formatCents(Math.abs(difference))} ${difference < 0 ? 'under' : 'over'}`
}

/** The median, in cents; of two in the middle, their mean (half cents stay). Null for none. */
export function median(pricesCents: readonly number[]): number | null {
  const sorted = pricesCents.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/** "Median $540.00, which is $60.00 under your budget." */
export function medianSentence(medianCents: number, budgetCents: number): string {
  const against = againstBudget(medianCents, budgetCents)
  return `Median ${formatCents(medianCents)}, which is ${against === 'at budget' ? 'exactly' : against} your budget.`
}

/** The dots of a dot plot: `x` 0…1 along the axis, `level` counts those below it at the same place. */
export function dotPlaces(
  pricesCents: readonly number[],
  from: number,
  to: number,
): { x: number; level: number }[] {
  const stacked = new Map<number, number>()
  return pricesCents
    .toSorted((a, b) => a - b)
    .map((price) => {
      const x = to === from ? 0.5 : (price - from) / (to - from)
      // Dots are a thirtieth of the axis wide: any closer they would overlap.
      const column = Math.floor(x * 30)
      const level = stacked.get(column) ?? 0
      stacked.set(column, level + 1)
      return { x, level }
    })
}
