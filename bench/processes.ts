import { join, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#scripts/build.mjs'
import { migrate } from '#server/db/migrate.ts'
import { peerEnv, type ProductProcess, productEnv, startProduct } from '#tests/support/processes.ts'
import { currentLoad } from './anchors.ts'
import { median } from './load.ts'
import { type Check, checkTogether } from './process-checks.ts'
import { postgresMs, sendSteadily, serversMs } from './process-load.ts'
import { readProjects, sendMessage } from './requests.ts'
import { openProductSockets, type Talker } from './socket-clients.ts'
import { fillTalks } from './socket-people.ts'
import { makeFolder, onDatabase, removeFolder, startPostgres } from './workspace.ts'

/**
 * `npm run bench:processes`: what a request and a message cost, in processor time of the server and PostgreSQL together, with
 * one process and with more; then whether limits, jobs and presence hold over all of them. The exit code is 1 when they do
 * not; no cost changes it.
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
const SECONDS = Number(values.seconds)
const ROUNDS = Number(values.rounds)
/** A second, over all processes: the same work, however many share it. */
const RATES = { lists: 120, messages: 60 } as const
/**
 * Each process works this much before it is measured, however many there are: cold code costs twice as much, and the same
 * warm-up for all of them together would leave each of eight with an eighth of it.
 */
const WARM_UP = { lists: 1_500, messages: 1_500 } as const
/** A second, while warming up. */
const WARM_UP_RATES = { lists: 200, messages: 150 } as const
/** A hundred conversations, each with both its people connected, at different processes where there are several. */
const TALKS = 100
/** The most that more processes may add to the cost of one. */
const MOST_GROWTH = 0.15
/** Whether processes send each other messages directly (PEER_ADDRESS) or, with `--through postgres`, by notifications alone. */
const IS_DIRECT = values.through !== 'postgres'
const DEADLINE_MS = 20 * 60_000

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

/** The result for one number of processes, in ms of processor time. */
interface Costs {
  count: number
  /** Per idle second. */
  idle: number
  list: number
  message: number
  /** PostgreSQL's share of it. */
  listPostgres: number
  messagePostgres: number
  /** Messages that arrived at their other side's page, of all that were sent. */
  arrived: number
}

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

  const all: Costs[] = []
  for (const count of COUNTS) {
    const name = `with_${count}`
    await onDatabase(databaseUrl('postgres'), `create database ${name} template talks`)
    const steps: Undo = []
    undo.push(() => unwind(steps))
    const running = await startSome(count, env, databaseUrl(name), folder, steps)
    const { pid } = postgres
    all.push(await costsOf(running, pid, talkers, steps))
    await unwind(steps)
  }
  print(all)

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

async function costsOf(
  running: readonly ProductProcess[],
  postmaster: number,
  talkers: readonly Talker[],
  steps: Undo,
): Promise<Costs> {
  const urls = running.map(({ url }) => url)
  const pids = running.map(({ pid }) => pid())
  let received = 0
  for (const [at, url] of urls.entries()) {
    // The two of a conversation follow each other.
    const here = talkers.filter((_, turn) => turn % urls.length === at)
    const clients = await openProductSockets(url, here, here.length, () => (received += 1))
    steps.push(() => clients.close())
  }
  const talkerAt = (turn: number) => talkers.at((turn * 7) % talkers.length) as Talker
  const cost = async (work: () => Promise<number>) => {
    const before = [serversMs(pids), postgresMs(postmaster)] as const
    const count = await work()
    return {
      servers: (serversMs(pids) - before[0]) / count,
      postgres: (postgresMs(postmaster) - before[1]) / count,
    }
  }
  const idle = () => pause(SECONDS * 1_000).then(() => SECONDS)
  const lists = (perSecond: number, seconds: number) =>
    sendSteadily(urls, perSecond, seconds, (turn) => readProjects(talkerAt(turn)))
  const messages = (perSecond: number, seconds: number) =>
    sendSteadily(urls, perSecond, seconds, (turn) => sendMessage(talkerAt(turn)))
  console.log('Warming up…')
  const warmUp = (kind: 'lists' | 'messages') =>
    (WARM_UP[kind] * running.length) / WARM_UP_RATES[kind]
  await lists(WARM_UP_RATES.lists, warmUp('lists'))
  await messages(WARM_UP_RATES.messages, warmUp('messages'))
  await pause(1_000)
  received = 0
  let sent = 0
  type Share = Awaited<ReturnType<typeof cost>>
  const rounds: { idle: Share; list: Share; message: Share }[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS}…`)
    const [resting, listing] = [await cost(idle), await cost(() => lists(RATES.lists, SECONDS))]
    const messaging = await cost(async () => {
      const count = await messages(RATES.messages, SECONDS)
      sent += count
      return count
    })
    rounds.push({ idle: resting, list: listing, message: messaging })
  }
  await pause(1_000)
  /** Subtracts the cost of idling, which the requests did not cause. */
  const of = (kind: 'list' | 'message', perSecond: number) =>
    median(rounds.map((one) => sumOf(one[kind]) - sumOf(one.idle) / perSecond))
  const inPostgres = (kind: 'list' | 'message', perSecond: number) =>
    median(rounds.map((one) => one[kind].postgres - one.idle.postgres / perSecond))
  return {
    count: running.length,
    idle: median(rounds.map((one) => sumOf(one.idle))),
    list: of('list', RATES.lists),
    message: of('message', RATES.messages),
    listPostgres: inPostgres('list', RATES.lists),
    messagePostgres: inPostgres('message', RATES.messages),
    // Both sides are connected: each message arrives twice.
    arrived: received / (2 * sent),
  }
}

function sumOf({ servers, postgres }: { servers: number; postgres: number }): number {
  return servers + postgres
}

function print(all: readonly Costs[]): void {
  const [first] = all
  if (first === undefined) return
  const growth = (value: number, of: number) => {
    const share = value / of - 1
    return `${share >= 0 ? '+' : ''}${(share * 100).toFixed(0)} %${share > MOST_GROWTH ? ' !' : ''}`
  }
  console.log(
    `\nProcessor time in ms of servers and PostgreSQL together (PostgreSQL's in brackets), ${RATES.lists} lists and ${RATES.messages} messages a second, idle time taken off; "!" is more than ${MOST_GROWTH * 100} % above ${first.count}.`,
  )
  console.log('processes | list | | message | | an idle second | arrived')
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
