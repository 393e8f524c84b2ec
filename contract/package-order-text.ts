import { itemText } from './brief-item-words.ts'
import { withinDescription } from './brief-text.ts'
import type { Brief } from './briefs.ts'
import { plainBrief } from './plain-brief.ts'
import type { PackageTerms } from './packages.ts'

/** What the brand wrote with an order. */
interface OrderWords {
  words: string
  links: readonly string[]
  question: string | null
}

const headings = {
  items: 'What you get',
  addOns: 'Added to the package',
  links: 'Links',
  question: 'A question to you',
} as const

/**
 * Returns the text of an order's project, which reads like any other project: the brand's words, and what was ordered.
 */
export function orderDescription(
  { items, add_ons: addOns }: PackageTerms,
  chosen: readonly string[],
  { words, links, question }: OrderWords,
): string {
  const added = addOns.filter(({ id }) => chosen.includes(id)).map(({ label }) => label)
  const parts = [
    words,
    list(headings.items, items.map(itemText)),
    list(headings.addOns, added),
    list(headings.links, links),
    question === null ? '' : `${headings.question}: ${question}`,
  ]
  return withinDescription(parts.filter((part) => part !== '').join('\n\n'))
}

/**
 * Returns the brief of an order: the package's pieces, its revisions, the links, and each chosen add-on as a line to
 * tick.
 */
export const orderBrief = (
  { items, rounds, add_ons: addOns }: PackageTerms,
  chosen: readonly string[],
  { links }: Pick<OrderWords, 'links'>,
): Brief =>
  plainBrief(items, {
    rounds,
    references: [...links],
    checks: addOns
      .filter(({ id }) => chosen.includes(id))
      .map(({ label }, at) => ({
        id: `add-on-${at + 1}`,
        text: label,
        kind: 'judged' as const,
        rule: null,
        must: true,
      })),
  })

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`
