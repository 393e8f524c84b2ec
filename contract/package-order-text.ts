import { itemText } from './brief-item-words.ts'
import type { PackageTerms } from './packages.ts'

/** What the brand wrote with an order. */
interface OrderWords {
  words: string
  links: readonly string[]
  question: string | null
}

const parts = {
  items: 'What you get',
  addOns: 'Added to the package',
  links: 'Links',
  question: 'A question to you',
} as const

/** The text of an order's project, so that it reads like any other: the brand's words, and what was ordered. */
export function orderDescription(
  { items, add_ons: addOns }: PackageTerms,
  chosen: readonly string[],
  { words, links, question }: OrderWords,
): string {
  const added = addOns.filter(({ id }) => chosen.includes(id)).map(({ label }) => label)
  return [
    words,
    list(parts.items, items.map(itemText)),
    list(parts.addOns, added),
    list(parts.links, links),
    question === null ? '' : `${parts.question}: ${question}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`
