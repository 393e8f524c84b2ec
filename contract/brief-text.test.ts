import { describe, expect, it } from 'vitest'
import { completenessOf } from './brief-gaps.ts'
import { newBrief } from './brief-schemas.ts'
import { BRIEF_TEMPLATES } from './brief-templates.ts'
import { describeBrief } from './brief-text.ts'
import { type Brief, type BriefItem, BRIEF_LIMITS } from './briefs.ts'
import { PROJECT_LIMITS } from './projects.ts'

const video = { id: 'main', what: 'video', count: 1 } as const
const bare = newBrief.parse({ items: [video] })
const full = newBrief.parse({
  goal: 'ads',
  audience: 'People who rent',
  one_message: 'It fits in a drawer.',
  items: [{ ...video, ratio: '9:16', seconds_min: 15, seconds_max: 30 }],
  tone: ['dry'],
  hooks: ['I stopped buying foil.'],
  say: ['Ten seconds to fold'],
  never_say: ['Dishwasher safe'],
  references: ['https://example.com/ad'],
  music: 'none',
  product: { name: 'Folding lid', delivery: 'ship' },
  checks: [{ id: 'a', text: 'The lid is folded once', kind: 'judged' }],
})
const item: BriefItem = {
  id: 'main',
  what: 'video',
  label: null,
  count: 1,
  ratio: '9:16',
  seconds_min: 15,
  seconds_max: 30,
  min_width: null,
  sound: false,
  captions: false,
  raw: false,
}
const gapsOf = (brief: Brief) => completenessOf(brief).gaps.map(({ sentence }) => sentence)

describe('a description written from a brief', () => {
  it('names what is delivered first, then why, then what to say', () => {
    expect(describeBrief(full)).toBe(
      `What you deliver:
• 1 video: 9:16 upright, 15–30 s

Goal: Paid ads
The one message: It fits in a drawer.
Audience: People who rent
Product: Folding lid (The brand ships it)
Tone: dry

Hooks:
• I stopped buying foil.

Say or show:
• Ten seconds to fold

Never say or show:
• Dishwasher safe

Music: No music

2 revision rounds are included.`,
    )
  })

  it('leaves out fields that were not filled in', () => {
    expect(describeBrief(bare)).toBe(
      'What you deliver:\n• 1 video\n\n2 revision rounds are included.',
    )
  })

  it('stays within the length limit of a description and ends with a whole line', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, () => 'x'.repeat(BRIEF_LIMITS.line))
    const long = {
      ...full,
      say: lines(8),
      never_say: lines(8),
      hooks: lines(5),
      audience: 'y'.repeat(300),
      items: Array.from({ length: 10 }, (_, at) => ({
        ...item,
        id: `i${at}`,
        label: 'z'.repeat(60),
      })),
    }
    const text = describeBrief(long)
    expect(text.length).toBeLessThanOrEqual(PROJECT_LIMITS.description)
    expect(text.endsWith('x\n…') || text.endsWith('included.')).toBe(true)
  })
})

describe('the completeness of a brief', () => {
  it('names what is left open, in the order of the form', () => {
    expect(completenessOf(full)).toEqual({ gaps: [], answered: 12, asked: 12 })
    const { gaps, answered, asked } = completenessOf(bare)
    expect(gaps[0]).toEqual({
      field: 'goal',
      sentence: 'No goal given: creators won’t know where it will run.',
    })
    expect([gaps.length, answered, asked]).toEqual([11, 0, 11])
  })

  it('asks for a length of videos only, and one bound is enough', () => {
    const length = 'No length given: creators will guess.'
    expect(gapsOf({ ...full, items: [{ ...item, seconds_min: null }] })).toEqual([])
    expect(
      gapsOf({ ...full, items: [item, { ...item, seconds_min: null, seconds_max: null }] }),
    ).toEqual([length])
    const photo = { ...item, what: 'photo' as const, seconds_min: null, seconds_max: null }
    expect(gapsOf({ ...full, items: [photo] })).toEqual([])
    expect(gapsOf({ ...full, items: [{ ...photo, ratio: 'any' }], music: null })).toEqual([
      'No shape given: it may come upright or wide.',
    ])
  })

  it('counts only the brand’s own checks, and warns about more than 4 things to say', () => {
    const machineOnly = { ...full, checks: full.checks.filter(({ kind }) => kind === 'machine') }
    expect(gapsOf(machineOnly)).toEqual([
      'No check of your own: approval becomes a matter of taste.',
    ])
    expect(gapsOf({ ...full, say: ['a', 'b', 'c', 'd'] })).toEqual([])
    expect(gapsOf({ ...full, say: ['a', 'b', 'c', 'd', 'e'] })).toEqual([
      'More than 4 things to say: keep the ones that matter.',
    ])
  })
})

describe('the templates', () => {
  it('are eight briefs that can be posted as they are', () => {
    expect(BRIEF_TEMPLATES).toHaveLength(8)
    expect(new Set(BRIEF_TEMPLATES.map(({ id }) => id)).size).toBe(8)
    for (const { name, brief } of BRIEF_TEMPLATES) {
      const { data, error } = newBrief.safeParse(brief)
      expect(error, name).toBeUndefined()
      expect({ ...data, checks: data?.checks.filter(({ kind }) => kind === 'judged') }).toEqual(
        brief,
      )
    }
  })

  it('leave open only what the brand alone can know', () => {
    const theirs = new Set(['audience', 'one_message', 'say', 'never_say', 'references', 'product'])
    for (const { name, brief } of BRIEF_TEMPLATES)
      for (const { field, sentence } of completenessOf(brief).gaps)
        expect(theirs, `${name}: ${sentence}`).toContain(field)
  })
})
