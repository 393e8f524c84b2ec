import { describe, expect, test } from 'vitest'
import { newBrief } from '#contract/brief-schemas.ts'
import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import { briefMessages } from '#contract/briefs.ts'
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
