import { itemText } from './brief-item-words.ts'
import { deliveryWords, goalWords, musicWords, partWords } from './brief-words.ts'
import type { Brief } from './briefs.ts'
import { formatUsd } from './money.ts'

/** One part of a brief that differs: the removed lines and the added ones, in their order. */
export interface BriefChange {
  part: string
  removed: string[]
  added: string[]
}

const WISH = ' (a wish)'

function productLine({ product }: Brief): string[] {
  if (product === null) return []
  const { name, url, delivery, value_usd: value } = product
  return [
    [
      name,
      ...(url === null ? [] : [url]),
      deliveryWords[delivery],
      ...(value === null ? [] : [formatUsd(value)]),
    ].join(', '),
  ]
}

const one = (value: string | null): string[] => (value === null ? [] : [value])

/**
 * Returns every part of a brief as readable lines, in the order of the form. Two briefs are equal exactly if these
 * lines are.
 */
const PARTS: readonly [name: string, lines: (brief: Brief) => string[]][] = [
  [partWords.deliver, ({ items }) => items.map(itemText)],
  [partWords.rounds, ({ rounds }) => [String(rounds)]],
  [
    partWords.checks,
    ({ checks }) => checks.map(({ text, must }) => (must ? text : `${text}${WISH}`)),
  ],
  [partWords.one_message, ({ one_message }) => one(one_message)],
  [partWords.goal, ({ goal }) => one(goal && goalWords[goal])],
  [partWords.audience, ({ audience }) => one(audience)],
  [partWords.tone, ({ tone }) => tone],
  [partWords.music, ({ music }) => one(music && musicWords[music])],
  [partWords.product, productLine],
  [partWords.hooks, ({ hooks }) => hooks],
  [partWords.say, ({ say }) => say],
  [partWords.never_say, ({ never_say }) => never_say],
  [partWords.references, ({ references }) => references],
]

/** Returns what `after` would change in `before`, part by part. Without a brief before, every line is new. */
export function briefDiff(before: Brief | null, after: Brief): BriefChange[] {
  return PARTS.flatMap(([part, linesOf]) => {
    const [was, is] = [before === null ? [] : linesOf(before), linesOf(after)]
    const [removed, added] = [without(was, is), without(is, was)]
    return removed.length + added.length === 0 ? [] : [{ part, removed, added }]
  })
}

/**
 * Returns the lines of `lines` that are not in `others`; one occurrence in `others` removes only one of two equal
 * lines.
 */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
