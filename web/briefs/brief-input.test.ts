import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newBrief } from '#contract/brief-schemas.ts'
import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import {
  BRIEF_GOALS,
  BRIEF_LIMITS as limits,
  briefMessages,
  ITEM_KINDS,
  MACHINE_RULES,
  MUSIC_CHOICES,
  PRODUCT_DELIVERIES,
  RATIOS,
} from '#contract/briefs.ts'
import { type BriefDraft, briefDraftOf } from './brief-draft.ts'
import { briefFrom, briefProblems } from './brief-input.ts'
import { startFrom } from './start-from.ts'

function draftFrom(wanted: string): BriefDraft {
  const found = BRIEF_TEMPLATES.find(({ id }) => id === wanted)
  if (found === undefined) throw new Error(`No template ${wanted}`)
  return briefDraftOf(found.brief, wanted)
}
const draft = draftFrom('ugc-ad')
const other = draftFrom('unboxing')
const withItem = (change: object): BriefDraft => ({
  ...draft,
  items: draft.items.map((item, at) => (at === 0 ? { ...item, ...change } : item)),
})

const typed = (maxLength: number) =>
  fc.string({
    unit: fc.constantFrom('a', 'Z', '7', 'é', ' ', '.', ',', ':', '/', '“', '\u200b'),
    maxLength,
  })
const number = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) },
  fc.constantFrom('', ' 7 ', '007', '0', '-1', '1.5', 'ten', '3600', '3601', '7680', '7681'),
)
const link = fc.constantFrom(
  '',
  'example.com/ad',
  'https://example.com/an ad',
  'ftp://example.com',
  'not a link',
  `example.com/${'x'.repeat(limits.link)}`,
)
const lines = (most: number) =>
  fc
    .array(fc.oneof(typed(limits.line), fc.constant('x'.repeat(limits.line + 1))), {
      maxLength: most + 2,
    })
    .map((all) => all.join('\n'))
const item = fc.record({
  what: fc.constantFrom(...ITEM_KINDS),
  label: typed(limits.label),
  count: number,
  ratio: fc.constantFrom(...RATIOS),
  seconds_min: number,
  seconds_max: number,
  min_width: number,
  sound: fc.boolean(),
  captions: fc.boolean(),
  raw: fc.boolean(),
})
const judged = fc.record({ text: typed(limits.line), must: fc.boolean() })

/** What can be typed into the form: its fields limit a text's length, and its lists the number of their rows. */
const typedFields = fc.record(
  {
    goal: fc.constantFrom('', ...BRIEF_GOALS),
    one_message: typed(limits.one_message),
    audience: typed(limits.audience),
    tone: typed(100),
    hooks: lines(limits.hooks),
    say: lines(limits.say),
    never_say: lines(limits.never_say),
    references: fc.array(link, { maxLength: limits.references + 2 }).map((all) => all.join('\n')),
    music: fc.constantFrom('', ...MUSIC_CHOICES),
    product_name: typed(limits.product),
    product_url: link,
    delivery: fc.constantFrom('', ...PRODUCT_DELIVERIES),
    product_value: fc.oneof(number, fc.constantFrom('1,250.5', '$3', '1.234', '99999999999')),
    rounds: fc.integer({ min: 0, max: limits.rounds }).map(String),
    items: fc
      .array(item, { minLength: 1, maxLength: 3 })
      .map((all) => all.map((one, at) => ({ ...one, id: `piece-${at}` }))),
    checks: fc
      .array(judged, { maxLength: limits.checks })
      .map((all) => all.map((one, at) => ({ ...one, id: `check-${at}` }))),
    wishes: fc.subarray([...MACHINE_RULES]),
  },
  { requiredKeys: [] },
)

describe('the form of a brief', () => {
  test('returns the brief that it was filled with, for every template', () => {
    for (const { id, brief } of BRIEF_TEMPLATES) {
      const read = briefFrom(briefDraftOf(brief, id))
      expect(newBrief.parse(read)).toEqual(newBrief.parse(brief))
      expect(briefProblems(briefDraftOf(brief, id)), id).toEqual({})
    }
  })

  test('splits lists by line and tones by comma, and adds https:// to links without a scheme', () => {
    const read = briefFrom({
      ...draft,
      say: ' One \n\n Two ',
      tone: 'dry, warm,',
      references: 'example.com/ad',
    })
    expect(read).toMatchObject({
      say: ['One', 'Two'],
      tone: ['dry', 'warm'],
      references: ['https://example.com/ad'],
    })
  })

  test('ignores entries of nothing but invisible characters, which the contract refuses', () => {
    const nothing = '\u200b \ufeff\u0001\u0085\ud800'
    const read = briefFrom({
      ...draft,
      say: `One\n${nothing}`,
      tone: `dry,${nothing}`,
      product_name: nothing,
      checks: [{ id: 'blank', text: nothing, must: true }],
    })
    expect(read).toMatchObject({ say: ['One'], tone: ['dry'], product: null })
    expect(read.checks.filter(({ kind }) => kind === 'judged')).toEqual([])
    expect(newBrief.safeParse(read).success).toBe(true)
  })

  test('keeps a machine check that was turned into a wish', () => {
    const { checks } = briefFrom({ ...draft, wishes: ['length'] })
    expect(checks.filter(({ must }) => !must).map(({ id }) => id)).toEqual(['length', 'light'])
    expect(briefDraftOf(briefFrom({ ...draft, wishes: ['length'] })).wishes).toEqual(['length'])
  })

  test('reports each error at its own field', () => {
    const at = 'items.ad'
    expect(briefProblems(withItem({ count: '0' }))).toEqual({ [at]: briefMessages.count })
    expect(briefProblems(withItem({ count: '' }))).toEqual({ [at]: briefMessages.count })
    expect(briefProblems(withItem({ count: '18' }))).toEqual({ items: briefMessages.files })
    expect(briefProblems(withItem({ seconds_min: 'ten' }))).toEqual({ [at]: briefMessages.seconds })
    expect(briefProblems(withItem({ seconds_min: '31' }))).toEqual({
      [at]: briefMessages.secondsOrder,
    })
    expect(briefProblems(withItem({ min_width: '9999' }))).toEqual({ [at]: briefMessages.width })
    expect(briefProblems({ ...draft, say: `ok\n${'x'.repeat(161)}` })).toEqual({
      say: 'Line 2: please use at most 160 characters.',
    })
    expect(briefProblems({ ...draft, hooks: 'a\nb\nc\nd\ne\nf' })).toEqual({
      hooks: briefMessages.tooMany(5),
    })
    expect(briefProblems({ ...draft, product_value: '12' })).toEqual({
      product_name: briefMessages.product,
    })
    expect(Object.keys(briefProblems({ ...draft, references: 'not a link' }))).toEqual([
      'references',
    ])
  })

  test('accepts and refuses the same drafts as the server', () => {
    const tried = [
      withItem({ count: '20', what: 'text' }),
      withItem({ seconds_max: '' }),
      { ...draft, rounds: '0' },
    ]
    for (const one of tried)
      expect(newBrief.safeParse(briefFrom(one)).success).toBe(
        Object.keys(briefProblems(one)).length === 0,
      )
  })

  test('accepts nothing that the server refuses, whatever is typed into it', () => {
    fc.assert(
      fc.property(typedFields, (fields) => {
        const isFine = (change: Partial<BriefDraft>) =>
          Object.keys(briefProblems({ ...draft, ...change })).length === 0
        // Nearly every brief has a wrong field somewhere: those are left as they were.
        const fine: Partial<BriefDraft> = Object.fromEntries(
          Object.entries(fields).filter(([field, value]) => isFine({ [field]: value })),
        )
        fc.pre(isFine(fine))
        const filled = { ...draft, ...fine }
        expect(newBrief.safeParse(briefFrom(filled)).error).toBeUndefined()
      }),
      { numRuns: 100 },
    )
  })
})

describe('switching to another template', () => {
  test('keeps what was typed and takes the rest from the new template', () => {
    const typed = { ...draft, say: 'Under ten dollars' }
    expect(startFrom(typed, draft, other)).toEqual({ ...other, say: 'Under ten dollars' })
    expect(startFrom(draft, draft, other)).toEqual(other)
    expect(startFrom(null, null, other)).toEqual(other)
  })

  test('keeps all items once one of them is changed', () => {
    const changed = withItem({ count: '2' })
    expect(startFrom(changed, draft, other).items).toEqual(changed.items)
  })
})
