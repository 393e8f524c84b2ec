import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { settledBrief } from '#contract/brief-checks.ts'
import {
  type Brief,
  BRIEF_GOALS,
  BRIEF_LIMITS as limits,
  type BriefItem,
  briefMessages as say,
  DEFAULT_ROUNDS,
  MUSIC_CHOICES,
  PRODUCT_DELIVERIES,
} from '#contract/briefs.ts'
import { usdFromCents } from '#contract/money.ts'
import { withScheme } from '#contract/web-address.ts'
import { linkProblem } from '#contract/web-links.ts'
import type { BriefDraft, ItemDraft } from './brief-draft.ts'

/** Sentences by field; those of an item are under `items.<id>`. */
export type BriefProblems = Partial<Record<string, string>>

/** Pasted text may hold lines of nothing but zero-width or control characters, which the contract refuses as empty. */
const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\p{Cs}]/u.test(text)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(isVisible)

const wordsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(isVisible)

const oneOf = <T extends string>(choices: readonly T[], value: string): T | null =>
  choices.find((one) => one === value) ?? null

/** A whole number as it was typed: null for an empty field, NaN for anything else. */
const wholeOf = (text: string): number | null =>
  text.trim() === '' ? null : /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN

/** The same, but null for anything that is not a number: for previews while someone types. */
const shown = (text: string): number | null => {
  const value = wholeOf(text)
  return value === null || Number.isNaN(value) || value === 0 ? null : value
}

/** A piece as the form holds it. */
export function itemOf(draft: ItemDraft): BriefItem {
  const { what } = draft
  const isVideo = what === 'video'
  return {
    id: draft.id,
    what,
    label: draft.label.trim() || null,
    count: shown(draft.count) ?? 1,
    ratio: what === 'text' ? 'any' : draft.ratio,
    seconds_min: isVideo ? shown(draft.seconds_min) : null,
    seconds_max: isVideo ? shown(draft.seconds_max) : null,
    min_width: what === 'text' ? null : shown(draft.min_width),
    sound: isVideo && draft.sound,
    captions: isVideo && draft.captions,
    raw: what !== 'text' && draft.raw,
  }
}

/**
 * The brief that a form yields: correct if `briefProblems` finds nothing, and close enough to preview while someone
 * types.
 */
export function briefFrom(draft: BriefDraft): Brief {
  const { cents } = readAmount(draft.product_value)
  const name = draft.product_name.trim()
  const wishes = draft.wishes.map((rule) => ({
    id: rule,
    text: rule,
    kind: 'machine' as const,
    rule,
    must: false,
  }))
  return settledBrief({
    goal: oneOf(BRIEF_GOALS, draft.goal),
    audience: draft.audience.trim() || null,
    one_message: draft.one_message.trim() || null,
    items: draft.items.map(itemOf),
    tone: wordsOf(draft.tone),
    hooks: linesOf(draft.hooks),
    say: linesOf(draft.say),
    never_say: linesOf(draft.never_say),
    references: linesOf(draft.references).map(withScheme),
    music: oneOf(MUSIC_CHOICES, draft.music),
    product: !isVisible(name)
      ? null
      : {
          name,
          url: withScheme(draft.product_url) || null,
          delivery: oneOf(PRODUCT_DELIVERIES, draft.delivery) ?? 'none',
          value_usd: cents === null ? null : usdFromCents(cents),
        },
    rounds: shown(draft.rounds) ?? (draft.rounds.trim() === '0' ? 0 : DEFAULT_ROUNDS),
    checks: [
      ...wishes,
      ...draft.checks
        .filter(({ text }) => isVisible(text))
        .map(({ id, text, must }) => ({
          id,
          text: text.trim(),
          kind: 'judged' as const,
          rule: null,
          must,
        })),
    ],
  })
}

function listProblem(entries: readonly string[], most: number, length: number): string | undefined {
  if (entries.length > most) return say.tooMany(most)
  const long = entries.findIndex((entry) => entry.length > length)
  return long < 0 ? undefined : `Line ${long + 1}: please use at most ${length} characters.`
}

function linkIn(text: string): string | undefined {
  const links = linesOf(text).map(withScheme)
  if (links.length > limits.references) return say.tooMany(limits.references)
  return (
    links.map((link) => linkProblem(link, limits.link)).find((problem) => problem !== null) ??
    undefined
  )
}

/** What is wrong with one item; undefined when nothing is. */
function itemProblem(item: ItemDraft): string | undefined {
  const within = (text: string, most: number) => {
    const value = wholeOf(text)
    return value === null || (value >= 1 && value <= most)
  }
  if (item.count.trim() === '' || !within(item.count, limits.count)) return say.count
  if (item.what === 'text') return undefined
  if (!within(item.min_width, limits.width)) return say.width
  if (item.what === 'photo') return undefined
  if (!within(item.seconds_min, limits.seconds) || !within(item.seconds_max, limits.seconds))
    return say.seconds
  const [least, most] = [wholeOf(item.seconds_min), wholeOf(item.seconds_max)]
  return (least ?? 0) > (most ?? Infinity) ? say.secondsOrder : undefined
}

/** What must be corrected before a brief can be posted, by the contract's rules. Empty when nothing is wrong. */
export function briefProblems(draft: BriefDraft): BriefProblems {
  const brief = briefFrom(draft)
  const amount = readAmount(draft.product_value)
  const hasProduct = draft.product_url.trim() !== '' || draft.product_value.trim() !== ''
  const all: BriefProblems = {
    tone: listProblem(brief.tone, limits.tone, limits.toneWord),
    hooks: listProblem(brief.hooks, limits.hooks, limits.line),
    say: listProblem(brief.say, limits.say, limits.line),
    never_say: listProblem(brief.never_say, limits.never_say, limits.line),
    references: linkIn(draft.references),
    product_name: hasProduct && brief.product === null ? say.product : undefined,
    product_url: linkIn(draft.product_url),
    product_value:
      draft.product_value.trim() !== '' && amount.problem !== null
        ? amountSentence(amount.problem)
        : undefined,
    checks: brief.checks.length > limits.checks ? say.tooManyChecks : undefined,
    ...itemProblems(draft.items),
  }
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined))
}

/** What is wrong with the pieces: with all of them under `items`, with one of them under `items.<id>`. */
export function itemProblems(items: readonly ItemDraft[]): BriefProblems {
  const files = items.map(itemOf).reduce((sum, { count }) => sum + count, 0)
  const all: BriefProblems = {
    items: files > limits.files ? say.files : undefined,
    ...Object.fromEntries(items.map((item) => [`items.${item.id}`, itemProblem(item)])),
  }
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined))
}
