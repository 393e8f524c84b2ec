import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres-global.ts'

/**
 * `npm run money:simulate -- --seeds 20000 [--seed 1] [--steps 40] [--workers 2] [--minutes 20]`: many runs of the
 * money simulator on a PostgreSQL of its own. Every progress line names the seed from which the run can be resumed, and
 * a failing seed is printed at once. The end says how often each step happened, and the last line is the summary. The
 * exit code is 1 when a seed failed. The first failures are printed with their steps and the command that reproduces
 * them.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '40' },
    workers: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
  },
})
const seeds = Number(values.seeds)
const first = Number(values.seed)
const workers = Math.max(1, Math.min(Number(values.workers), seeds))
const SAY_EVERY_MS = 10_000

const postgres = await startTestPostgres()
const done = Array.from({ length: workers }, () => 0)
const failed: string[] = []
const happened = new Map<string, number>()
let crashed = 0
const startedAt = performance.now()
const count = (what: string, times: number) => happened.set(what, (happened.get(what) ?? 0) + times)
const sum = () => done.reduce((all, one) => all + one, 0)
const seconds = () => Math.ceil((performance.now() - startedAt) / 1000)
/** Every earlier seed has been run: worker n runs n, n + workers and so on. */
const untried = () => Math.min(...done.map((count, worker) => first + worker + count * workers))
const progress = setInterval(() => {
  process.stdout.write(
    `${sum()} of ${seeds} seeds, ${failed.length} failed, ${seconds()} s; to go on: --seed ${untried()} --seeds ${first + seeds - untried()}\n`,
  )
}, SAY_EVERY_MS)

const children = done.map((_, worker) => {
  const share = {
    seed: first + worker,
    seeds: Math.ceil((seeds - worker) / workers),
    every: workers,
    steps: values.steps,
    minutes: values.minutes,
  }
  const options = Object.entries(share).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'tests/money/seeds-child.ts',
      '--template',
      postgres.templateUrl,
      ...options,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, value, ...rest] = line.split(' ')
    if (word === 'done') done[worker] = Number(value)
    if (word === 'happened') count(rest.join(' '), Number(value))
    if (word !== 'failed') return
    failed.push(line)
    process.stdout.write(`${line}\n`)
  })
  return child
})
const stop = () => {
  for (const child of children) child.kill()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
await Promise.all(
  children.map(async (child) => {
    const [code]: unknown[] = await once(child, 'exit')
    if (code !== 0) crashed += 1
  }),
)
clearInterval(progress)
await postgres.stop()
for (const [what, times] of [...happened].toSorted(([one], [other]) => one.localeCompare(other)))
  process.stdout.write(`${String(times).padStart(8)} × ${what}\n`)
if (crashed > 0) process.stdout.write(`${crashed} workers ended early\n`)
process.stdout.write(
  `${sum()} seeds × ${values.steps} steps in ${seconds()} s: ${failed.length === 0 && crashed === 0 ? 'every promise held' : `${failed.length} failed`}\n`,
)
process.exit(failed.length > 0 || crashed > 0 ? 1 : 0)
