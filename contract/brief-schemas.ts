import { z } from 'zod'
import {
  BRIEF_GOALS,
  BRIEF_LIMITS as limits,
  briefMessages as say,
  type Brief,
  CHECK_KINDS,
  DEFAULT_ROUNDS,
  ITEM_KINDS,
  MACHINE_RULES,
  MUSIC_CHOICES,
  PRODUCT_DELIVERIES,
  RATIOS,
} from './briefs.ts'
import { settledBrief } from './brief-checks.ts'
import {
  id,
  idParams,
  line,
  optionalText,
  optionalWebUrl,
  timestamp,
  usd,
  webUrl,
} from './field-schemas.ts'

/** Made by the browser or a template: a UUID or a short name. */
const entryId = z
  .string({ error: say.sameId })
  .max(limits.id, say.sameId)
  .regex(/^[a-z0-9-]+$/, say.sameId)

const seconds = z
  .int({ error: say.seconds })
  .min(1, say.seconds)
  .max(limits.seconds, say.seconds)
  .nullish()
  .transform((value) => value ?? null)

const flag = z.boolean().default(false)

/** An item as its author writes it. What does not apply to its kind is dropped. */
export const newBriefItem = z
  .strictObject({
    id: entryId,
    what: z.enum(ITEM_KINDS, { error: say.items }),
    label: optionalText(limits.label),
    count: z.int({ error: say.count }).min(1, say.count).max(limits.count, say.count),
    ratio: z.enum(RATIOS).default('any'),
    seconds_min: seconds,
    seconds_max: seconds,
    min_width: z
      .int({ error: say.width })
      .min(1, say.width)
      .max(limits.width, say.width)
      .nullish()
      .transform((value) => value ?? null),
    sound: flag,
    captions: flag,
    raw: flag,
  })
  .refine(({ seconds_min: least, seconds_max: most }) => (least ?? 0) <= (most ?? Infinity), {
    path: ['seconds_max'],
    message: say.secondsOrder,
  })
  .transform((item) => ({
    ...item,
    ...(item.what === 'video'
      ? {}
      : { seconds_min: null, seconds_max: null, sound: false, captions: false }),
    ...(item.what === 'text' ? { ratio: 'any' as const, min_width: null, raw: false } : {}),
  }))

const distinct = (entries: readonly { id: string }[]) =>
  new Set(entries.map(({ id }) => id)).size === entries.length

/** What is to be delivered: of a brief, an offer or a package. */
export const newBriefItems = z
  .array(newBriefItem, { error: say.items })
  .min(1, say.items)
  .max(limits.items, say.tooManyItems)
  .refine(distinct, say.sameId)
  .refine((items) => items.reduce((sum, { count }) => sum + count, 0) <= limits.files, say.files)

const newCheck = z
  .strictObject({
    id: entryId,
    text: line(limits.line, say.check),
    kind: z.enum(CHECK_KINDS, { error: say.rule }),
    rule: z
      .enum(MACHINE_RULES, { error: say.rule })
      .nullish()
      .transform((rule) => rule ?? null),
    must: z.boolean().default(true),
  })
  .refine(({ kind, rule }) => (kind === 'machine') === (rule !== null), {
    path: ['rule'],
    message: say.rule,
  })

const lines = (most: number, length: number = limits.line) =>
  z.array(line(length, say.line)).max(most, say.tooMany(most)).default([])

const choice = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .enum(values)
    .nullish()
    .transform((value) => value ?? null)

/** A brief as its author writes it. Machine checks follow from the items: see `settledChecks`. */
export const newBrief = z
  .strictObject({
    goal: choice(BRIEF_GOALS),
    audience: optionalText(limits.audience),
    one_message: optionalText(limits.one_message),
    items: newBriefItems,
    tone: lines(limits.tone, limits.toneWord),
    hooks: lines(limits.hooks),
    say: lines(limits.say),
    never_say: lines(limits.never_say),
    references: z
      .array(webUrl(undefined, { most: limits.link }))
      .max(limits.references, say.tooMany(limits.references))
      .default([]),
    music: choice(MUSIC_CHOICES),
    product: z
      .strictObject({
        name: line(limits.product, say.product),
        url: optionalWebUrl(undefined, limits.link),
        delivery: z.enum(PRODUCT_DELIVERIES).default('none'),
        value_usd: usd.nullish().transform((value) => value ?? null),
      })
      .nullish()
      .transform((product) => product ?? null),
    rounds: z
      .int({ error: say.rounds })
      .min(0, say.rounds)
      .max(limits.rounds, say.rounds)
      .default(DEFAULT_ROUNDS),
    // Distinct together with the machine checks, see below.
    checks: z.array(newCheck).max(limits.checks, say.tooManyChecks).default([]),
  })
  .transform((brief): Brief => settledBrief(brief))
  .refine(({ checks }) => checks.length <= limits.checks, {
    path: ['checks'],
    message: say.tooManyChecks,
  })
  .refine(({ checks }) => distinct(checks), { path: ['checks'], message: say.sameId })

export const briefItem = z.object({
  id: z.string(),
  what: z.enum(ITEM_KINDS),
  label: z.string().nullable(),
  count: z.number(),
  ratio: z.enum(RATIOS),
  seconds_min: z.number().nullable(),
  seconds_max: z.number().nullable(),
  min_width: z.number().nullable(),
  sound: z.boolean(),
  captions: z.boolean(),
  raw: z.boolean(),
})

/** A brief as it is stored. */
export const brief = z.object({
  goal: z.enum(BRIEF_GOALS).nullable(),
  audience: z.string().nullable(),
  one_message: z.string().nullable(),
  items: z.array(briefItem),
  tone: z.array(z.string()),
  hooks: z.array(z.string()),
  say: z.array(z.string()),
  never_say: z.array(z.string()),
  references: z.array(z.string()),
  music: z.enum(MUSIC_CHOICES).nullable(),
  product: z
    .object({
      name: z.string(),
      url: z.string().nullable(),
      delivery: z.enum(PRODUCT_DELIVERIES),
      value_usd: z.number().nullable(),
    })
    .nullable(),
  rounds: z.number(),
  checks: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      kind: z.enum(CHECK_KINDS),
      rule: z.enum(MACHINE_RULES).nullable(),
      must: z.boolean(),
    }),
  ),
}) satisfies z.ZodType<Brief>

/** The brief of a project: its newest version, or the agreed one once a creator was accepted. */
export const projectBrief = z.object({
  version: z.number(),
  brief,
  /** The description was generated from it. */
  described: z.boolean(),
  written_at: timestamp,
  /** When both sides agreed on this version; null while no one is hired. */
  agreed_at: timestamp.nullable(),
})

const template = z.object({ id, name: z.string(), brief, created_at: timestamp })

export const briefSchemas = {
  /** A brand's own, by name. */
  'brief_templates.list': { answer: z.array(template) },
  /** Saves the brief of one's own project as a template. Idempotent for the same brief and name. */
  'brief_templates.save': {
    body: z.strictObject({
      project_id: id,
      name: line(limits.templateName, say.templateName),
    }),
    answer: template,
  },
  /** Removing what is gone succeeds. */
  'brief_templates.remove': { params: idParams, answer: z.object({ id }) },
} as const

export type ProjectBrief = z.infer<typeof projectBrief>
export type OwnTemplate = z.infer<typeof template>
