import { itemText } from './brief-item-words.ts'
import { deliveryWords, goalWords, musicWords, partWords, roundsText } from './brief-words.ts'
import type { Brief } from './briefs.ts'
import { PROJECT_LIMITS } from './projects.ts'

const bullets = (entries: readonly string[]): string => entries.map((one) => `• ${one}`).join('\n')

/** A part preceded by its name; nothing if the part is empty. */
const part = (name: string, text: string | null): string[] =>
  text === null || text === '' ? [] : [`${name}:\n${text}`]

const inline = (name: string, text: string | null): string[] =>
  text === null || text === '' ? [] : [`${name}: ${text}`]

function productText({ product }: Brief): string | null {
  if (product === null) return null
  return product.delivery === 'none'
    ? product.name
    : `${product.name} (${deliveryWords[product.delivery]})`
}

/**
 * Returns a project's description where its brand typed none: the brief as plain text, for lists, search and mails. At
 * most as long as a description may be; whole lines are dropped from its end.
 */
export function describeBrief(brief: Brief): string {
  const facts = [
    ...inline(partWords.goal, brief.goal && goalWords[brief.goal]),
    ...inline(partWords.one_message, brief.one_message),
    ...inline(partWords.audience, brief.audience),
    ...inline(partWords.product, productText(brief)),
    ...inline(partWords.tone, brief.tone.join(', ')),
  ]
  const parts = [
    ...part(partWords.deliver, bullets(brief.items.map(itemText))),
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    ...part(partWords.hooks, bullets(brief.hooks)),
    ...part(partWords.say, bullets(brief.say)),
    ...part(partWords.never_say, bullets(brief.never_say)),
    ...inline(partWords.music, brief.music && musicWords[brief.music]),
    roundsText(brief.rounds),
  ]
  return withinDescription(parts.join('\n\n'))
}

/** Shortens a text to fit a project's description: as many whole lines as fit. */
export function withinDescription(text: string): string {
  const most = PROJECT_LIMITS.description
  if (text.length <= most) return text
  const cut = text.slice(0, most - 2)
  return `${cut.slice(0, cut.lastIndexOf('\n'))}\n…`
}
