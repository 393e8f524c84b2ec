import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SAFETY_KINDS, type SafetyKind } from '#contract/safety.ts'
import { SAFETY_READS } from '#contract/safety-clauses.ts'
import { safetySignals } from '#contract/safety-signals.ts'
import type { Corpus } from './corpus.ts'
import { WRITTEN_AFTER, WRITTEN_BEFORE } from './held-out-messages.ts'
import { LATER_CODES } from './later-codes.ts'
import { MORE_TUNED } from './more-tuned-messages.ts'
import { OTHER_VOICES } from './other-voices.ts'
import { TUNED } from './tuned-messages.ts'
import { TUNED_VOICES } from './tuned-voices.ts'

const parts = {
  tuned: [...TUNED, ...MORE_TUNED, ...TUNED_VOICES],
  before: WRITTEN_BEFORE,
  after: WRITTEN_AFTER,
  'another author': OTHER_VOICES,
  'later codes': LATER_CODES,
} satisfies Record<string, Corpus>
const PARTS = Object.keys(parts) as (keyof typeof parts)[]
const textsOf = (corpus: Corpus) => corpus.flatMap(({ texts }) => texts)

interface Score {
  /** Of the messages with a warning, how many should have it; of those that should have it, how many do. */
  precision: number
  recall: number
  messages: number
}

/**
 * How well one kind is found in a corpus, or, without a kind, whether there is any warning where there should be one.
 */
function scoreOf(corpus: Corpus, kind: SafetyKind | null): Score {
  let right = 0
  let wrong = 0
  let missed = 0
  for (const { kinds, maybe = [], texts } of corpus) {
    if (kind !== null && maybe.includes(kind)) continue
    const should = kind === null ? kinds.length > 0 : kinds.includes(kind)
    for (const text of texts) {
      const found = safetySignals(text)
      const does = kind === null ? found.length > 0 : found.includes(kind)
      if (should && does) right += 1
      else if (does) wrong += 1
      else if (should) missed += 1
    }
  }
  return {
    precision: right / (right + wrong),
    recall: right / (right + missed),
    messages: right + missed,
  }
}
/** One line of docs/safety-warnings.md. */
const lineOf = (part: keyof typeof parts, kind: SafetyKind | null): string => {
  const { precision, recall, messages } = scoreOf(parts[part], kind)
  return `| ${part} | ${kind ?? 'any warning'} | ${messages} | ${precision.toFixed(3)} | ${recall.toFixed(3)} |`
}

describe('the corpus', () => {
  test('has at least 300 distinct messages, over a third held out, and at least 120 harmless ones', () => {
    const all = Object.values(parts).flatMap(textsOf)
    expect(all.length).toBeGreaterThanOrEqual(300)
    expect(new Set(all).size).toBe(all.length)
    const held = PARTS.filter((part) => part !== 'tuned').flatMap((part) => textsOf(parts[part]))
    expect(held.length / all.length).toBeGreaterThan(1 / 3)
    const harmless = Object.values(parts)
      .flat()
      .filter(({ kinds }) => kinds.length === 0)
    expect(textsOf(harmless).length).toBeGreaterThanOrEqual(120)
  })

  // Bounds are a little below what was measured: a change of the rules may not lose more than a message or two.
  test.each([
    ['tuned', 0.98, 0.97],
    ['before', 0.97, 0.95],
    ['after', 0.96, 0.75],
    ['another author', 0.95, 0.65],
    ['later codes', 0.95, 0.25],
  ] as const)(
    'gets warnings in the %s part with a precision of at least %d and a recall of at least %d',
    (part, precision, recall) => {
      const score = scoreOf(parts[part], null)
      expect(score.precision).toBeGreaterThanOrEqual(precision)
      expect(score.recall).toBeGreaterThanOrEqual(recall)
    },
  )

  // Another author's part has half a dozen messages of most kinds, too few for bounds per kind: the test above bounds
  // them together.
  test.each(SAFETY_KINDS)('has %s recognised in the tuned, before and after parts', (kind) => {
    for (const part of ['tuned', 'before', 'after'] as const) {
      const score = scoreOf(parts[part], kind)
      expect(score.precision).toBeGreaterThanOrEqual(part === 'after' ? 0.92 : 0.95)
      expect(score.recall).toBeGreaterThanOrEqual(part === 'after' ? 0.6 : 0.9)
    }
  })

  test('has its results listed in docs/safety-warnings.md', () => {
    const doc = readFileSync('docs/safety-warnings.md', 'utf8')
    const lines = PARTS.flatMap((part) =>
      [null, ...SAFETY_KINDS]
        .filter((kind) => scoreOf(parts[part], kind).messages > 0)
        .map((kind) => lineOf(part, kind)),
    )
    expect(doc).toContain(lines.join('\n'))
  })
})

describe('text written to evade the rules', () => {
  test.each([
    ['pay\u200Bp\u00ADal works for me', 'pay_outside'],
    ['P-A-Y-P-A-L is ok', 'pay_outside'],
    ['p*a*y*p*a*l please', 'pay_outside'],
    ['ＶＥＮＭＯ works', 'pay_outside'],
    ['vеnmо works, with two letters of another alphabet', 'pay_outside'],
    ['p@yments: paypal d0t me slash lena', 'pay_outside'],
    ['Send me the ó t p please', 'one_time_code'],
    ['buy 2 g.i.f.t c.a.r.d.s and send me the codes', 'gift_card'],
    ['four two four two four two four two four two four two four two four two', 'payment_address'],
  ] as const)('%s', (text, kind) => expect(safetySignals(text)).toContain(kind))

  test.each([
    ['pay you '],
    ['a'],
    ['a '],
    ['1 '],
    ['4'],
    ['de12'],
    ['de 12 a '],
    ['send send the '],
    ['not never no '],
    ['code to your text sms pin '],
    ['pay send paid via off the platform fee gift buy card '],
    ['a.'],
    [','],
    ['\uFDFA'],
    ['\u200B'],
    ['pay\n'],
    ['4111111111 '],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNaX '],
    ['send tell give share code '],
    ['sent sent the code to your phone '],
    ['get a text text type it '],
    ['put your number 123 do not '],
    ['never do do do pay paypals '],
    ['send need what is account number '],
    ['pay refundable release to receive keep deposit '],
    ['off of the this your any our on from without '],
  ])('ten thousand characters of %j are checked in under 10 ms', (piece) => {
    const text = piece.repeat(Math.ceil(SAFETY_READS / piece.length)).slice(0, SAFETY_READS)
    // Processor time of this thread, so that neither the machine's other work nor other tests count against the rules.
    // It is counted in ticks of 4 ms, and the first runs compile the rules, so the minimum of many measurements is
    // used. Measured 0.1 to 2 ms, 5 on a slow machine; backtracking takes seconds.
    let least = Infinity
    for (let spent = 0; least >= 10 && spent < 2_000;) {
      const before = process.threadCpuUsage()
      safetySignals(text)
      const { user, system } = process.threadCpuUsage(before)
      least = Math.min(least, (user + system) / 1000)
      spent += (user + system) / 1000
    }
    expect(least).toBeLessThan(10)
  })

  test('text beyond the checked length raises no warning', () => {
    expect(safetySignals(`${'x '.repeat(SAFETY_READS / 2)}pay me by Venmo`)).toEqual([])
  })
})
