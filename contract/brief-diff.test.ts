import { expect, test } from 'vitest'
import { BRIEF_TEMPLATES } from './brief-templates.ts'
import { briefDiff } from './brief-diff.ts'
import type { Brief } from './briefs.ts'

const [template] = BRIEF_TEMPLATES
if (template === undefined) throw new Error('There is no template')
const { brief } = template

test('a brief does not differ from itself', () => {
  for (const { brief: one } of BRIEF_TEMPLATES) expect(briefDiff(one, one)).toEqual([])
})

test('a changed line is listed as removed and added, without the unchanged lines of its part', () => {
  const before = { ...brief, say: ['Under ten dollars', 'Folds flat'] }
  const after = { ...brief, say: ['Folds flat', 'Under nine dollars'], rounds: 4 }
  expect(briefDiff(before, after)).toEqual([
    { part: 'Revision rounds', removed: [String(brief.rounds)], added: ['4'] },
    { part: 'Say or show', removed: ['Under ten dollars'], added: ['Under nine dollars'] },
  ])
})

test('a duplicate line that is dropped once is listed as removed once', () => {
  const hooks = (...lines: string[]) => ({ ...brief, hooks: lines })
  expect(briefDiff(hooks('a', 'a'), hooks('a'))).toEqual([
    { part: 'Hooks', removed: ['a'], added: [] },
  ])
})

/** A different value for every part of a brief: a part added without a line in the diff fails here. */
const OTHER: { [Part in keyof Brief]: Brief[Part] } = {
  goal: brief.goal === 'site' ? 'ads' : 'site',
  audience: 'Someone else',
  one_message: 'Another one',
  items: brief.items.map((item) => ({ ...item, count: item.count + 1 })),
  tone: ['dry'],
  hooks: ['Did you know?'],
  say: ['Say this'],
  never_say: ['Not that'],
  references: ['https://example.com/one'],
  music: brief.music === 'none' ? 'creator' : 'none',
  product: { name: 'Lid', url: null, delivery: 'ship', value_usd: 12.5 },
  rounds: brief.rounds === 5 ? 4 : 5,
  checks: [{ id: 'x', text: 'Steady hands', kind: 'judged', rule: null, must: false }],
}

test.each(Object.keys(OTHER) as (keyof Brief)[])('a changed %s is one difference', (part) => {
  expect(briefDiff(brief, { ...brief, [part]: OTHER[part] })).toHaveLength(1)
})

test('a must that becomes a wish, or a wish that becomes a must, is a difference', () => {
  const check = { id: 'x', text: 'Steady', kind: 'judged', rule: null } as const
  const [one, other] = [true, false].map((must) => ({ ...brief, checks: [{ ...check, must }] }))
  expect(briefDiff(one as Brief, other as Brief)).toEqual([
    { part: 'How it is checked', removed: ['Steady'], added: ['Steady (a wish)'] },
  ])
  expect(briefDiff(other as Brief, one as Brief)).toEqual([
    { part: 'How it is checked', removed: ['Steady (a wish)'], added: ['Steady'] },
  ])
})

test('without an earlier brief, its parts are listed as added and nothing as removed', () => {
  expect(briefDiff(null, brief).flatMap(({ removed }) => removed)).toEqual([])
  expect(briefDiff(null, brief)[0]?.part).toBe('What you deliver')
})
