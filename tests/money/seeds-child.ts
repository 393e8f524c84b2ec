import { parseArgs } from 'node:util'
import { type Failure, report, shrink, simulate, type Tally } from './simulate.ts'
import { openWorld } from './world.ts'

/**
 * One worker of `npm run money:simulate`, in its own process. It runs its share of the seeds in order and writes lines:
 * `done <n>`, `failed <seed> <what broke>` for each failing seed, and at the end `happened <times> <what>`. The first
 * few failures are shrunk and printed on stderr at the end.
 */
const { values } = parseArgs({
  options: {
    template: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    steps: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '600' },
  },
})
const PROGRESS_EVERY = 10
const SHOWN = 3
const steps = Number(values.steps)
const until = performance.now() + Number(values.minutes) * 60_000
const failures: Failure[] = []
const tally: Tally = new Map()
const world = await openWorld(values.template)
let last = 0
await simulate(
  world,
  {
    from: Number(values.seed),
    count: Number(values.seeds),
    every: Number(values.every),
    steps,
  },
  (failure, done) => {
    last = done
    if (done % PROGRESS_EVERY === 0) process.stdout.write(`done ${done}\n`)
    if (failure !== null) {
      failures.push(failure)
      process.stdout.write(`failed ${failure.seed} ${failure.message.split('\n')[0]}\n`)
    }
    return performance.now() > until ? 'stop' : 'go on'
  },
  tally,
)
process.stdout.write(`done ${last}\n`)
for (const [what, times] of tally) process.stdout.write(`happened ${times} ${what}\n`)
for (const failure of failures.slice(0, SHOWN))
  process.stderr.write(`\n${report(await shrink(world, failure), steps)}\n`)
await world.close()
