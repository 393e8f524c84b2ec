import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Failure, report, shrink, simulate } from './simulate.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('templateDatabaseUrl'))
})
afterAll(() => world.close())

const STEPS = 40
/** A first look; `npm test` sets more (scripts/test.mjs), `npm run money:simulate` runs as many as one likes. */
const SEEDS = Number(process.env['MONEY_SEEDS'] ?? 30)

test('money keeps every promise through faults, lost events, restarts and days of silence', async () => {
  const failures: Failure[] = []
  await simulate(world, { from: 1, count: SEEDS, steps: STEPS }, (failure) => {
    if (failure !== null) failures.push(failure)
    return failures.length > 0 ? 'stop' : 'go on'
  })
  const shown = await Promise.all(
    failures.map(async (failure) => report(await shrink(world, failure), STEPS)),
  )
  expect(shown).toEqual([])
}, 300_000)
