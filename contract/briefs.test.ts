import { describe, expect, it } from 'vitest'
import { settledChecks, withItems } from './brief-checks.ts'
import { itemText, lengthText } from './brief-item-words.ts'
import { brief as stored, newBrief, newBriefItems } from './brief-schemas.ts'
import { BRIEF_LIMITS, briefMessages } from './briefs.ts'

const video = { id: 'main', what: 'video', count: 1 } as const
const read = (input: unknown) => newBrief.safeParse(input)
const complaint = (input: unknown) => read(input).error?.issues[0]?.message
const judged = (id: string) => ({ id, text: 'Logo in the first frame', kind: 'judged', must: true })

describe('a brief', () => {
  it('needs one item and nothing else', () => {
    const { data } = read({ items: [video] })
    expect(data).toMatchObject({ goal: null, say: [], product: null, rounds: 2 })
    expect(stored.parse(data)).toEqual(data)
    expect(complaint({ items: [] })).toBe(briefMessages.items)
    expect(complaint({})).toBe(briefMessages.items)
  })

  it('accepts values at their limits and refuses anything beyond', () => {
    const full = (extra: number) => ({
      items: [video],
      say: Array.from({ length: BRIEF_LIMITS.say + extra }, () => 'x'.repeat(BRIEF_LIMITS.line)),
    })
    expect(read(full(0)).success).toBe(true)
    expect(complaint(full(1))).toBe(briefMessages.tooMany(BRIEF_LIMITS.say))
    expect(complaint({ items: [video], hooks: ['x'.repeat(BRIEF_LIMITS.line + 1)] })).toBe(
      `Please use at most ${BRIEF_LIMITS.line} characters.`,
    )
    expect(complaint({ items: [video], rounds: 6 })).toBe(briefMessages.rounds)
    expect(complaint({ items: [video], rounds: 1.5 })).toBe(briefMessages.rounds)
    expect(complaint({ items: [video], surprise: true })).toBeDefined()
    expect(complaint({ items: [video], references: ['javascript:alert(1)'] })).toBeDefined()
  })

  it('stays within twenty checks, its machine checks included', () => {
    const checks = (count: number) => ({
      items: [video],
      checks: Array.from({ length: count }, (_, at) => judged(`c${at}`)),
    })
    expect(read(checks(BRIEF_LIMITS.checks - 1)).success).toBe(true)
    expect(complaint(checks(BRIEF_LIMITS.checks))).toBe(briefMessages.tooManyChecks)
  })

  it('refuses duplicate ids, and a judged check with the id of a machine rule', () => {
    expect(complaint({ items: [video, video] })).toBe(briefMessages.sameId)
    expect(complaint({ items: [video], checks: [judged('a'), judged('a')] })).toBe(
      briefMessages.sameId,
    )
    expect(complaint({ items: [video], checks: [judged('count')] })).toBe(briefMessages.sameId)
  })
})

describe('replacing the items of a stored brief', () => {
  it('adds their machine checks, and renames a judged check whose id is a rule’s', () => {
    const stored = newBrief.parse({
      items: [video],
      checks: [judged('length'), judged('length-2'), judged('logo')],
    })
    const [item] = stored.items
    if (item === undefined) throw new Error('No item')
    const { checks } = withItems(stored, [{ ...item, seconds_max: 20 }])
    const ids = checks.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(checks.find(({ rule }) => rule === 'length')?.id).toBe('length')
    expect(ids.slice(-3)).toEqual(['length-3', 'length-2', 'logo'])
    // Saving the same pieces changes no name.
    expect(withItems(stored, stored.items)).toEqual(stored)
  })
})

describe('the items of a brief', () => {
  const items = (...entries: object[]) => newBriefItems.safeParse(entries)
  const said = (...entries: object[]) => items(...entries).error?.issues[0]?.message

  it('have whole counts from 1 to 20, and at most 20 pieces in total', () => {
    for (const count of [0, 21, 1.5, '2', null])
      expect(said({ ...video, count })).toBe(briefMessages.count)
    expect(items({ ...video, count: 20 }).success).toBe(true)
    expect(said({ ...video, count: 11 }, { ...video, id: 'b', count: 10 })).toBe(
      briefMessages.files,
    )
  })

  it('have positive length bounds, the lower one not above the upper one', () => {
    expect(said({ ...video, seconds_min: 0 })).toBe(briefMessages.seconds)
    expect(said({ ...video, seconds_min: 31, seconds_max: 30 })).toBe(briefMessages.secondsOrder)
    expect(items({ ...video, seconds_min: 30, seconds_max: 30 }).success).toBe(true)
  })

  it('drop what does not apply to their kind', () => {
    const given = {
      ratio: '1:1',
      seconds_min: 3,
      min_width: 1080,
      sound: true,
      captions: true,
      raw: true,
    }
    const [photo, text] = newBriefItems.parse([
      { ...given, id: 'p', what: 'photo', count: 1 },
      { ...given, id: 't', what: 'text', count: 1 },
    ])
    expect(photo).toMatchObject({
      ratio: '1:1',
      seconds_min: null,
      min_width: 1080,
      sound: false,
      captions: false,
    })
    expect(text).toMatchObject({ ratio: 'any', min_width: null, raw: false })
  })

  it('are displayed as one line', () => {
    const [item] = newBriefItems.parse([
      {
        ...video,
        label: 'Hook variation',
        count: 3,
        ratio: '9:16',
        seconds_min: 6,
        seconds_max: 10,
        captions: true,
      },
    ])
    expect(item && itemText(item)).toBe(
      '3 × Hook variation (video): 9:16 upright, 6–10 s, captions',
    )
    expect(lengthText({ seconds_min: 15, seconds_max: null })).toBe('at least 15 s')
    expect(lengthText({ seconds_min: null, seconds_max: 1_200 })).toBe('up to 1,200 s')
  })
})

describe('machine checks', () => {
  it('are derived from the items, whatever text was sent', () => {
    const { data } = read({
      items: [{ ...video, ratio: '9:16', seconds_max: 30, sound: true }],
      checks: [
        { id: 'length', text: 'Length: 99 s', kind: 'machine', rule: 'length', must: false },
        { id: 'width', text: 'Size', kind: 'machine', rule: 'width', must: true },
        judged('logo'),
      ],
    })
    expect(data?.checks.map(({ text, must }) => [text, must])).toEqual([
      ['Number of files: 1 (video)', true],
      ['Length: up to 30 s', false],
      ['Shape: 9:16', true],
      ['Sound: can be heard', true],
      ['Logo in the first frame', true],
    ])
  })

  it('have a rule, and judged ones have none', () => {
    const check = (kind: string, rule: string | null) =>
      complaint({ items: [video], checks: [{ ...judged('a'), kind, rule }] })
    expect(check('machine', null)).toBe(briefMessages.rule)
    expect(check('judged', 'length')).toBe(briefMessages.rule)
  })

  it('settle once: settling again changes nothing', () => {
    const { data } = read({ items: [video], checks: [judged('logo')] })
    expect(data && settledChecks(data.items, data.checks)).toEqual(data?.checks)
  })

  it('stay within the length limit of a check', () => {
    const many = Array.from({ length: BRIEF_LIMITS.items }, (_, at) => ({
      ...video,
      id: `i${at}`,
      label: 'x'.repeat(BRIEF_LIMITS.label),
      seconds_max: at + 1,
    }))
    for (const { text } of newBrief.parse({ items: many }).checks)
      expect(text.length).toBeLessThanOrEqual(BRIEF_LIMITS.line)
  })
})
