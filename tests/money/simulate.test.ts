import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Failure, report, shrink, simulate } from './simulate.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('templateDatabaseUrl'))
})
afterAll(() => world.close())

const STEPS = 40
/** A quick run; `npm test` sets more (tests/run-all.mjs), `npm run money:simulate` runs any number. */
const SEEDS = Number(process.env['MONEY_SEEDS'] ?? 30)

/** Seeds per test: few enough that a busy machine shows progress, and that a failure names its range. */
const BATCH = 10
const batches = Array.from({ length: Math.ceil(SEEDS / BATCH) }, (_, at) => ({
  from: at * BATCH + 1,
  to: Math.min(SEEDS, (at + 1) * BATCH),
}))

test.each(batches)(
  'money keeps every invariant through faults, lost events, restarts and days of silence (seeds $from to $to)',
  async ({ from, to }) => {
    const failures: Failure[] = []
    await simulate(world, { from, count: to - from + 1, steps: STEPS }, (failure) => {
      if (failure !== null) failures.push(failure)
      return failures.length > 0 ? 'stop' : 'go on'
    })
    const shown = await Promise.all(
      failures.map(async (failure) => report(await shrink(world, failure), STEPS)),
    )
    expect(shown).toEqual([])
  },
)
