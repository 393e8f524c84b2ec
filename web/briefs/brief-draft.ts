import type { Brief, BriefItem, MachineRule } from '#contract/briefs.ts'

/** A brief as its form holds it: numbers and lists are text, and a list has one entry per line. */
export interface BriefDraft {
  /** What it started from: a template's id, or null for a brief that already existed. */
  template: string | null
  goal: string
  one_message: string
  audience: string
  /** Separated by commas. */
  tone: string
  hooks: string
  say: string
  never_say: string
  references: string
  music: string
  product_name: string
  product_url: string
  delivery: string
  product_value: string
  rounds: string
  items: ItemDraft[]
  checks: CheckDraft[]
  /** Machine checks that are only a wish. */
  wishes: MachineRule[]
}

export type ItemDraft = Omit<
  BriefItem,
  'label' | 'count' | 'seconds_min' | 'seconds_max' | 'min_width'
> & { label: string; count: string; seconds_min: string; seconds_max: string; min_width: string }

/** A check that a person judges. */
export interface CheckDraft {
  id: string
  text: string
  must: boolean
}

const text = (value: string | number | null): string => (value === null ? '' : String(value))

/** Returns the form values of the pieces alone. */
export const itemDraftsOf = (items: readonly BriefItem[]): ItemDraft[] =>
  items.map((item) => ({
    ...item,
    label: text(item.label),
    count: text(item.count),
    seconds_min: text(item.seconds_min),
    seconds_max: text(item.seconds_max),
    min_width: text(item.min_width),
  }))

/** Returns the form values of a brief; `template` is what it started from. */
export function briefDraftOf(brief: Brief, template: string | null = null): BriefDraft {
  const { product } = brief
  return {
    template,
    goal: text(brief.goal),
    one_message: text(brief.one_message),
    audience: text(brief.audience),
    tone: brief.tone.join(', '),
    hooks: brief.hooks.join('\n'),
    say: brief.say.join('\n'),
    never_say: brief.never_say.join('\n'),
    references: brief.references.join('\n'),
    music: text(brief.music),
    product_name: product?.name ?? '',
    product_url: product?.url ?? '',
    delivery: product?.delivery ?? 'none',
    product_value: text(product?.value_usd ?? null),
    rounds: text(brief.rounds),
    items: itemDraftsOf(brief.items),
    checks: brief.checks
      .filter(({ kind }) => kind === 'judged')
      .map(({ id, text, must }) => ({ id, text, must })),
    wishes: brief.checks.flatMap(({ rule, must }) => (rule === null || must ? [] : [rule])),
  }
}

/** The stand-in for a brief while there is none: a draft is restored only over a value of its own kind. */
export const NO_BRIEF: BriefDraft = {
  template: null,
  goal: '',
  one_message: '',
  audience: '',
  tone: '',
  hooks: '',
  say: '',
  never_say: '',
  references: '',
  music: '',
  product_name: '',
  product_url: '',
  delivery: '',
  product_value: '',
  rounds: '',
  items: [],
  checks: [],
  wishes: [],
}
