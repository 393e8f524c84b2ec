import type { ErrorEntry } from './error-entry.ts'

/**
 * A brand's requirements, in parts a creator can tick off. A project may have no brief: then its description is
 * everything.
 */

/** Where the content will be published. */
export const BRIEF_GOALS = ['ads', 'organic', 'site', 'launch'] as const
export type BriefGoal = (typeof BRIEF_GOALS)[number]

export const ITEM_KINDS = ['video', 'photo', 'text'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Width to height. `any` leaves it to the creator. */
export const RATIOS = ['9:16', '4:5', '1:1', '16:9', 'any'] as const
export type Ratio = (typeof RATIOS)[number]

/** How the product reaches the creator. */
export const PRODUCT_DELIVERIES = ['ship', 'digital', 'reimburse', 'none'] as const
export type ProductDelivery = (typeof PRODUCT_DELIVERIES)[number]

export const MUSIC_CHOICES = ['licensed', 'creator', 'none'] as const
export type MusicChoice = (typeof MUSIC_CHOICES)[number]

/** How a check is verified: by the file's own values, or by a person who looks. */
export const CHECK_KINDS = ['machine', 'judged'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** What is read from the files themselves; each is compared with the values of the items. */
export const MACHINE_RULES = ['count', 'length', 'ratio', 'width', 'sound'] as const
export type MachineRule = (typeof MACHINE_RULES)[number]

/** One kind of piece to deliver. Fields that do not apply to its kind are null, false or `any`. */
export interface BriefItem {
  /** Unique within its brief; a delivery's files refer to it. */
  id: string
  what: ItemKind
  /** Its name: "Hook variation". Null uses the kind's own word. */
  label: string | null
  count: number
  ratio: Ratio
  /** The playing time of each piece. Null means no bound. */
  seconds_min: number | null
  seconds_max: number | null
  /** The width in pixels as displayed, after rotation. */
  min_width: number | null
  /** It must have sound. */
  sound: boolean
  /** Captions are burned into the picture. */
  captions: boolean
  /** The uncut footage is delivered as well. */
  raw: boolean
}

/** One line that both sides tick: at hand-in, in the review and in a dispute. */
export interface BriefCheck {
  id: string
  text: string
  kind: CheckKind
  /** The rule of a machine check, at most one check per rule; null for a judged one. */
  rule: MachineRule | null
  /** False means a wish: nothing depends on it. */
  must: boolean
}

export interface BriefProduct {
  name: string
  url: string | null
  delivery: ProductDelivery
  /** USD; null if it was not stated. */
  value_usd: number | null
}

/** A brief as it is stored, hashed and agreed on. Missing texts are null, missing lists empty. */
export interface Brief {
  goal: BriefGoal | null
  audience: string | null
  /** The one thing a viewer should remember. */
  one_message: string | null
  items: BriefItem[]
  tone: string[]
  hooks: string[]
  say: string[]
  never_say: string[]
  references: string[]
  music: MusicChoice | null
  product: BriefProduct | null
  /** Revision rounds included in the price. */
  rounds: number
  checks: BriefCheck[]
}

/** Lengths are in characters, `list` is a number of entries. */
export const BRIEF_LIMITS = {
  items: 10,
  count: 20,
  /** All items together: a delivery holds the same number of files. */
  files: 20,
  label: 60,
  /** An hour; files reach the 50 MB limit long before. */
  seconds: 3_600,
  /** 8K. */
  width: 7_680,
  audience: 300,
  one_message: 200,
  tone: 5,
  toneWord: 30,
  hooks: 5,
  say: 8,
  never_say: 8,
  /** For a hook, a thing to say or never to say, and a check. */
  line: 160,
  references: 5,
  /** For a link: with every link this long, a fully filled form still fits into one request. */
  link: 500,
  product: 120,
  rounds: 5,
  checks: 20,
  /** For an id, as the browser generates them. */
  id: 36,
  /** The most stored versions of one brief. */
  versions: 500,
  /** The most templates of a brand. */
  templates: 20,
  templateName: 80,
} as const

/** Revision rounds of a brief that does not state a number. */
export const DEFAULT_ROUNDS = 2

export const briefMessages = {
  items: 'Say what you get: add at least one item.',
  tooManyItems: `A brief has at most ${BRIEF_LIMITS.items} items.`,
  count: `Ask for 1 to ${BRIEF_LIMITS.count} pieces.`,
  files: `A delivery holds at most ${BRIEF_LIMITS.files} files. Ask for fewer pieces.`,
  seconds: `A length is 1 to ${BRIEF_LIMITS.seconds} whole seconds.`,
  secondsOrder: 'The longest length is at least the shortest.',
  width: `A width is 1 to ${BRIEF_LIMITS.width} pixels.`,
  rounds: `Choose 0 to ${BRIEF_LIMITS.rounds} rounds.`,
  sameId: 'Two entries have the same name. Remove one and add it again.',
  tooMany: (most: number) => `At most ${most} lines.`,
  check: 'Write what is checked.',
  tooManyChecks: `A brief has at most ${BRIEF_LIMITS.checks} checks.`,
  rule: 'A check is either read from the file or judged by a person.',
  line: 'Write something, or remove this line.',
  product: 'Name the product.',
  templateName: 'Give the template a name.',
} as const

export const briefErrors = {
  /** From the acceptance on: both sides work by the agreed version. */
  'brief.agreed': {
    status: 409,
    message:
      'This brief was agreed when you accepted a creator. Propose a change on the project’s page: it counts once they agree.',
  },
  'brief.too_many_versions': {
    status: 409,
    message: `A brief can be changed ${BRIEF_LIMITS.versions} times. Post a new project with it instead.`,
  },
  /** It has changed since the pieces of an offer were checked against it. */
  'brief.too_many_checks': {
    status: 409,
    message: `With the pieces you agreed on, the brief has more than ${BRIEF_LIMITS.checks} checks. Remove some from the brief first.`,
  },
  /** There is nothing to save as a template: the project has only a title and a text. */
  'brief.none': { status: 409, message: 'This project has no brief to keep as a template.' },
  'brief.too_many_templates': {
    status: 409,
    message: `You keep ${BRIEF_LIMITS.templates} templates already. Remove one first.`,
  },
  /** Another brief has this name: saving would overwrite it. */
  'brief.template_named': {
    status: 409,
    message: 'You have another template with this name. Choose a different name.',
  },
} as const satisfies Record<string, ErrorEntry>
