import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Failure, report, shrink, simulate, type Tally } from './simulate.ts'
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

const tally: Tally = new Map()

test.each(batches)(
  'money keeps every invariant through faults, lost events, restarts and days of silence (seeds $from to $to)',
  async ({ from, to }) => {
    const failures: Failure[] = []
    const seeds = { from, count: to - from + 1, steps: STEPS }
    await simulate(
      world,
      seeds,
      (failure) => {
        if (failure !== null) failures.push(failure)
        return failures.length > 0 ? 'stop' : 'go on'
      },
      tally,
    )
    const shown = await Promise.all(
      failures.map(async (failure) => report(await shrink(world, failure), STEPS)),
    )
    expect(shown).toEqual([])
  },
)

test('the simulated offers were countered, accepted, declined, withdrawn, expired and refused', () => {
  const happened = [
    'make_offer: made',
    'make_offer: countered',
    'accept_offer: hired',
    'accept_offer: hired after a counter',
    'accept_offer: agreed',
    'decline_offer: ok',
    'withdraw_offer: ok',
    'outlast_offer: not noticed yet',
    'outlast_offer: expired',
    'accept_offer: offer.answered',
    'accept_offer: offer.expired',
    'accept_offer: offer.wrong_side',
  ]
  const met = [...tally.keys()]
  expect(happened.filter((what) => !met.some((one) => one.startsWith(what)))).toEqual([])
})

test('the simulated proposals of large decisions were confirmed, rejected, withdrawn, expired and refused', () => {
  const happened = [
    'contest: ok',
    'decide_dispute: decided alone',
    'decide_dispute: proposed',
    'decide_dispute: proposal.already_open',
    'confirm_proposal: other confirmed',
    'confirm_proposal: both confirmed',
    'confirm_proposal: died',
    'confirm_proposal: proposal.own',
    'confirm_proposal: proposal.not_open',
    'reject_proposal: ok',
    'reject_proposal: proposal.own',
    'withdraw_proposal: ok',
    'withdraw_proposal: proposal.not_yours',
    'outlast_proposals: expired',
    'outlast_proposals: not noticed yet',
  ]
  expect(happened.filter((what) => !tally.has(what))).toEqual([])
})
