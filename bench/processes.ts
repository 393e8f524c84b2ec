import { join, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#scripts/build.mjs'
import { freePort } from '#scripts/ports.ts'
import { migrate } from '#server/db/migrate.ts'
import { peerEnv, type ProductProcess, productEnv, startProduct } from '#tests/support/processes.ts'
import { currentLoad } from './anchors.ts'
import { type Check, checkTogether } from './process-checks.ts'
import { type Costs, costsOf, type Fleet, RATES } from './process-costs.ts'
import { bareEnv, bundle } from './servers.ts'
import { openBareSockets, openProductSockets } from './socket-clients.ts'
import { fillTalks } from './socket-people.ts'
import { makeFolder, onDatabase, removeFolder, startPostgres } from './workspace.ts'

/**
 * `npm run bench:processes`: what a request and a message cost, in processor time of the server and PostgreSQL
 * together, with one process and with more, beside a bare server that does the same over the same number of processes;
 * then whether limits, jobs and presence hold across all of them. The exit code is 1 when they do not; costs never
 * change it.
 */
const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1,2,4,8' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    through: { type: 'string', default: 'direct' },
  },
})
const COUNTS = values.counts.split(',').map(Number)
const LENGTH = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
/** A hundred conversations. Both people of each are connected, at different processes where there are several. */
const TALKS = 100
/** The most that further processes may add to the cost of one. */
const MOST_GROWTH = 0.15
/** Whether processes send each other messages directly (PEER_ADDRESS) or, with `--through postgres`, by notifications alone. */
const IS_DIRECT = values.through !== 'postgres'
const DEADLINE_MS = 30 * 60_000

type Undo = (() => unknown)[]
const undo: Undo = []
async function unwind(steps: Undo): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) await step()
}
async function end(code: number): Promise<never> {
  await unwind(undo)
  process.exit(code)
}
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => void end(130))
setTimeout(() => {
  console.error('The bench took too long.')
  void end(1)
}, DEADLINE_MS).unref()

try {
  await end((await measure()) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.stack : error)
  await end(1)
}

async function measure(): Promise<boolean> {
  const root = dirname(import.meta.dirname)
  await ensureBuilt(root, ['server'])
  const loadBefore = currentLoad()
  console.log('Filling a database…')
  const folder = await makeFolder(root)
  undo.push(() => removeFolder(folder))
  const postgres = await startPostgres(folder, { max_connections: '400' })
  undo.push(() => postgres.stop())
  const { databaseUrl } = postgres
  await onDatabase(databaseUrl('postgres'), 'create database talks')
  await migrate(databaseUrl('talks'))
  const env = productEnv(folder)
  const talkers = await fillTalks(env, databaseUrl('talks'), TALKS)
  await onDatabase(
    databaseUrl('talks'),
    `insert into projects (seller_id, title, description, category, budget, deadline, status)
       select seller_id, 'Project ' || n, 'To be listed', 'home', 10000, current_date + 30, 'active'
       from projects, generate_series(1, 5) n`,
    'analyze',
  )

  const bareProgram = await bundle(root, folder, 'bare-fellow')
  const fleets = {
    'The product': {
      openPages: openProductSockets,
      start: (count: number, url: string, steps: Undo) => startSome(count, env, url, folder, steps),
    },
    'A bare server': {
      openPages: openBareSockets,
      start: (count: number, url: string, steps: Undo) =>
        startBare(count, bareProgram, url, folder, steps),
    },
  }
  const all: Record<string, Costs[]> = {}
  for (const [of, { start, openPages }] of Object.entries(fleets)) {
    console.log(`${of}:`)
    const costs: Costs[] = (all[of] = [])
    for (const count of COUNTS) {
      const name = `${of.split(' ').at(-1)}_${count}`
      await onDatabase(databaseUrl('postgres'), `create database ${name} template talks`)
      const steps: Undo = []
      undo.push(() => unwind(steps))
      const fleet: Fleet = { running: await start(count, databaseUrl(name), steps), openPages }
      costs.push(await costsOf(fleet, postgres.pid, talkers, LENGTH, steps))
      await unwind(steps)
    }
  }
  console.log(
    `\nProcessor time in ms of servers and PostgreSQL together (PostgreSQL's in brackets), ${RATES.lists} lists and ${RATES.messages} messages a second, idle time taken off; "!" is more than ${MOST_GROWTH * 100} % above ${COUNTS[0]}.`,
  )
  for (const [of, costs] of Object.entries(all)) print(of, costs)

  const most = Math.max(...COUNTS)
  await onDatabase(databaseUrl('postgres'), 'create database together template talks')
  const { AUTH_TEST_LIMITS: _, ...limited } = env
  const together = await startSome(most, limited, databaseUrl('together'), folder, undo)
  const urls = together.map(({ url }) => url)
  const checks = await checkTogether(urls, databaseUrl('together'), talkers)
  console.log(`\nOver ${most} processes:`)
  for (const { name, isGood, found } of checks)
    console.log(`  ${isGood ? 'holds' : 'BROKEN'}  ${name}: ${found}`)
  console.log(
    `Load of the machine: ${loadBefore.toFixed(1)} before, ${currentLoad().toFixed(1)} after.`,
  )
  return checks.every((check: Check) => check.isGood)
}

function startSome(
  count: number,
  env: Record<string, string>,
  databaseUrl: string,
  folder: string,
  steps: Undo,
): Promise<ProductProcess[]> {
  console.log(`Starting ${count} ${count === 1 ? 'process' : 'processes'}…`)
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const name = `process${at + 1}of${count}`
      // Processes on different machines share nothing but the database.
      const peer = IS_DIRECT ? await peerEnv() : {}
      const own = { ...env, ...peer, DATA_DIR: join(folder, name) }
      const started = await startProduct(own, databaseUrl, {
        name,
        logFile: join(folder, `${name}.log`),
      })
      steps.push(() => started.stop())
      return started
    }),
  )
}

/** The yardstick's processes, which find each other by their ports. */
async function startBare(
  count: number,
  program: string,
  databaseUrl: string,
  folder: string,
  steps: Undo,
): Promise<ProductProcess[]> {
  console.log(`Starting ${count} of them…`)
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  return Promise.all(
    ports.map(async (own, at) => {
      const name = `bare${at + 1}of${count}`
      const others = ports.filter((port) => port !== own)
      const env = { ...bareEnv, FELLOW_PORTS: [own, ...others].join(',') }
      const logFile = join(folder, `${name}.log`)
      const started = await startProduct(env, databaseUrl, { name, logFile }, program)
      steps.push(() => started.stop())
      return started
    }),
  )
}

function print(of: string, all: readonly Costs[]): void {
  const [first] = all
  if (first === undefined) return
  const growth = (value: number, of: number) => {
    const share = value / of - 1
    return `${share >= 0 ? '+' : ''}${(share * 100).toFixed(0)} %${share > MOST_GROWTH ? ' !' : ''}`
  }
  console.log(`${of}: processes | list | | message | | an idle second | arrived`)
  for (const { count, idle, list, message, listPostgres, messagePostgres, arrived } of all)
    console.log(
      [
        count,
        `${list.toFixed(2)} (${listPostgres.toFixed(2)})`,
        growth(list, first.list),
        `${message.toFixed(2)} (${messagePostgres.toFixed(2)})`,
        growth(message, first.message),
        idle.toFixed(0),
        `${(arrived * 100).toFixed(1)} %`,
      ].join(' | '),
    )
}
