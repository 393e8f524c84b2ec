import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BADGE_NAMES, BADGES, type BadgeName } from '#contract/badges.ts'
import type { FigureName } from '#contract/track-record.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator } from '#tests/support/builders.ts'
import { tick } from '#server/clocks/tick.ts'
import { badgesOf } from './record-badges.ts'
import { trackRecordClocks } from './track-record-clock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

interface Case {
  figures: Partial<Record<FigureName, [n: number, of: number]>>
  had: BadgeName[]
}

/** What the product's own rules give for each case, in one statement. */
async function badgesFor(cases: readonly Case[]): Promise<BadgeName[][]> {
  const found = await rows<{ badges: BadgeName[] }>(
    api.pool,
    sql`select ${badgesOf} as badges from (select place, gen_random_uuid() as person, value->'figures' as figures,
          array(select jsonb_array_elements_text(value->'had')) as had
        from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality as given (value, place)) figured
      cross join lateral (select figured.had as badges) old order by place`,
  )
  return found.map(({ badges }) => badges)
}

const count = fc.nat({ max: 30 })
const share = fc
  .tuple(count, count)
  .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])
const median = fc.tuple(fc.nat({ max: 4_000 }), count)
const figures = fc.record(
  { on_time: share, first_pass: share, answers: median, reviews: median },
  { requiredKeys: [] },
)
const had = fc.subarray<BadgeName>(BADGE_NAMES.filter((name) => name !== 'identity'))
const market = fc.array(fc.record({ figures, had }), { minLength: 100, maxLength: 100 })
const ruled = BADGE_NAMES.flatMap((name) => {
  const { rule } = BADGES[name]
  return rule === 'identity' ? [] : [{ name, rule }]
})

const isWithin = (
  { figures: all }: Case,
  rule: (typeof ruled)[number]['rule'],
  { from, value }: { from: number; value: number },
): boolean => {
  const [n, of] = all[rule.figure] ?? [0, 0]
  if (of < from) return false
  return rule.is === 'at_least' ? 100 * n >= value * of : n <= value
}

test('a badge is earned by its rule, kept within the rule’s wider bounds, and lost outside them', async () => {
  await fc.assert(
    fc.asyncProperty(market, async (cases) => {
      const given = await badgesFor(cases)
      for (const [at, one] of cases.entries())
        for (const { name, rule } of ruled)
          expect({ one, name, has: given[at]?.includes(name) }).toEqual({
            one,
            name,
            has: isWithin(one, rule, one.had.includes(name) ? rule.keep : rule.earn),
          })
    }),
    { numRuns: 20 },
  )
})

test('recounting changes no badges, and better figures never lose one', async () => {
  await fc.assert(
    fc.asyncProperty(market, async (cases) => {
      const first = await badgesFor(cases)
      const again = cases.map(({ figures: all }, at) => ({ figures: all, had: first[at] ?? [] }))
      expect(await badgesFor(again)).toEqual(first)
      const better = again.map(({ figures: all, had: held }) => ({
        had: held,
        figures: Object.fromEntries(
          Object.entries(all).map(([name, [n, of]]) => [
            name,
            name === 'on_time' || name === 'first_pass'
              ? [n + 1, of + 1]
              : [Math.max(0, n - 1), of + 1],
          ]),
        ),
      }))
      for (const [at, held] of (await badgesFor(better)).entries())
        expect(held).toEqual(expect.arrayContaining(first[at] ?? []))
    }),
    { numRuns: 20 },
  )
})

test('figures between the bounds for earning and for keeping a badge neither give nor take it', async () => {
  const on = (n: number, of: number, held: BadgeName[]): Case => ({
    figures: { on_time: [n, of] },
    had: held,
  })
  // 95 %, 94, 93, 92.5; and one deal fewer than ten.
  const [earned, kept, edge, lost, notYet, fewer] = await badgesFor([
    on(19, 20, []),
    on(94, 100, ['on_time']),
    on(93, 100, ['on_time']),
    on(185, 200, ['on_time']),
    on(94, 100, []),
    on(9, 9, ['on_time']),
  ])
  expect([earned, kept, edge, lost, notYet, fewer]).toEqual([
    ['on_time'],
    ['on_time'],
    ['on_time'],
    [],
    [],
    ['on_time'],
  ])
})

test('there are five badges, and the bounds for keeping a badge are wider than those for earning it', () => {
  expect(BADGE_NAMES).toHaveLength(5)
  for (const { rule } of ruled) {
    expect(rule.keep.from).toBeLessThan(rule.earn.from)
    const [worse, better] = rule.is === 'at_least' ? [rule.keep, rule.earn] : [rule.earn, rule.keep]
    expect(worse.value).toBeLessThan(better.value)
  }
})

test('the identity badge follows the payment provider’s verification, and is lost with it', async () => {
  const creator = await buildCreator(api.pool)
  const badges = async () => {
    await tick(api.deps, trackRecordClocks)
    return (await api.call(null, 'profiles.get', { params: { id: creator.id } })).body.record.badges
  }
  expect(await badges()).toEqual(['identity'])
  await execute(
    api.pool,
    sql`update stripe_accounts set onboarding_complete = false where user_id = ${creator.id}`,
  )
  expect(await badges()).toEqual([])
})
