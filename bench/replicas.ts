import { connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { routeParts } from '#contract/api.ts'
import { ensureBuilt } from '#scripts/build.mjs'
import { type ProductProcess, productEnv, startProduct } from '#tests/support/processes.ts'
import { startStandbys } from '#tests/support/standby.ts'
import { currentLoad } from './anchors.ts'
import { load, median } from './load.ts'
import { fillMarket } from './market.ts'
import { type Person, signInAs } from './people.ts'
import { postgresMs, sendSteadily, serversMs } from './process-load.ts'
import { type BenchRequest, listProjects } from './requests.ts'
import { makeFolder, onDatabase, removeFolder } from './workspace.ts'

/**
 * `npm run bench:replicas`: what lists cost the primary without a replica, with one and with two, in processor time and
 * side by side in each round; and how many lists a second the machine answers. The exit code is 1 when a list that a
 * replica should answer costs the primary more than a fifth of its cost without one: it was then read from the wrong
 * server.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
})
const SECONDS = Number(values.seconds)
const ROUNDS = Number(values.rounds)
/** Lists a second, of both kinds in turn. */
const RATE = 100
/** Readers on each side. */
const READERS = 16
/** The largest share of a list that may remain with the primary, which checks sessions and the replica's position. */
const MOST_LEFT = 0.2
const DEADLINE_MS = 15 * 60_000

const undo: (() => unknown)[] = []
async function end(code: number): Promise<never> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
  process.exit(code)
}
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => void end(130))
setTimeout(() => {
  console.error('The bench took too long.')
  void end(1)
}, DEADLINE_MS).unref()

/** A running product and the cost of its lists, in ms of processor time per list. */
interface Case {
  name: string
  server: ProductProcess
  rounds: { server: number; primary: number; replicas: number; perSecond: number }[]
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
  console.log('Filling a database that two others follow…')
  const folder = await makeFolder(root)
  undo.push(() => removeFolder(folder))
  const { primary, standbys, stop } = await startStandbys(2)
  undo.push(stop)
  await fillMarket(primary.url)
  const env = productEnv(folder)
  const readers = await signInReaders(env, primary.url)
  await onDatabase(primary.url, 'vacuum (freeze, analyze)', 'checkpoint')

  const cases: Case[] = []
  for (const [name, followers] of [
    ['no replica', []],
    ['one replica', standbys.slice(0, 1)],
    ['two replicas', standbys],
  ] as const) {
    const own: Record<string, string> = { ...env, DATA_DIR: join(folder, name.replace(' ', '-')) }
    if (followers.length > 0) own['DATABASE_READ_URL'] = await balance(followers)
    const logFile = join(folder, `${name}.log`)
    const server = await startProduct(own, primary.url, { name, logFile })
    undo.push(() => server.stop())
    cases.push({ name, server, rounds: [] })
  }
  const spent = (pid: number) => ({
    server: serversMs([pid]),
    primary: postgresMs(primary.pid),
    replicas: standbys.reduce((sum, standby) => sum + postgresMs(standby.pid), 0),
  })
  const both = mixOf(readers)
  console.log('Warming up…')
  for (const { server } of cases) await sendSteadily([server.url], RATE, 3, both)
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS}…`)
    for (const one of cases) {
      const pid = one.server.pid()
      const resting = await costOf(
        () => pause(SECONDS * 1_000).then(() => RATE * SECONDS),
        spent,
        pid,
      )
      const listing = await costOf(
        () => sendSteadily([one.server.url], RATE, SECONDS, both),
        spent,
        pid,
      )
      let turn = 0
      const most = await load({
        url: one.server.url,
        pid,
        people: readers.creators,
        seconds: SECONDS,
        request: () => both((turn += 1)),
      })
      one.rounds.push({
        server: listing.server - resting.server,
        primary: listing.primary - resting.primary,
        replicas: listing.replicas - resting.replicas,
        perSecond: most?.requestsPerSecond ?? Number.NaN,
      })
    }
  }
  const left = print(cases)
  console.log(
    `Load of the machine: ${loadBefore.toFixed(1)} before, ${currentLoad().toFixed(1)} after.`,
  )
  return left <= MOST_LEFT
}

/** People who open lists: creators see projects, sellers see creators. */
interface Readers {
  creators: Person[]
  sellers: Person[]
}

async function signInReaders(env: Record<string, string>, databaseUrl: string): Promise<Readers> {
  const found = await onDatabase<{ id: string; role: 'seller' | 'creator' }>(
    databaseUrl,
    `select id, role from (select id, role, row_number() over (partition by role order by id) as n from profiles) numbered
      where role in ('seller', 'creator') and n <= ${READERS}`,
  )
  const tokens = await signInAs(
    env,
    databaseUrl,
    found.map(({ id }) => id),
  )
  const of = (side: 'seller' | 'creator') =>
    found
      .filter(({ role }) => role === side)
      .map(({ id }) => ({ id, token: tokens.get(id) ?? '', conversationId: '' }))
  return { creators: of('creator'), sellers: of('seller') }
}

/** Available Projects and Find Creators, in turn, each as a person who may see it. */
function mixOf({ creators, sellers }: Readers): (turn: number) => BenchRequest {
  const { path } = routeParts('creators.search')
  return (turn) =>
    turn % 2 === 0
      ? listProjects(creators.at(turn % READERS) as Person)
      : { ...listProjects(sellers.at(turn % READERS) as Person), path }
}

type Spent = Record<'server' | 'primary' | 'replicas', number>

async function costOf(
  work: () => Promise<number>,
  spent: (pid: number) => Spent,
  pid: number,
): Promise<Spent> {
  const before = spent(pid)
  const count = await work()
  const after = spent(pid)
  return {
    server: (after.server - before.server) / count,
    primary: (after.primary - before.primary) / count,
    replicas: (after.replicas - before.replicas) / count,
  }
}

/** A TCP balancer that distributes connections to its servers in turn. Returns its address as that of the database. */
async function balance(servers: readonly { url: string }[]): Promise<string> {
  const open = new Set<Socket>()
  let turn = 0
  // Without noDelay a statement in two packets waits 40 ms for the other side's acknowledgement.
  const listener = createServer({ noDelay: true }, (client) => {
    const target = new URL(servers[(turn += 1) % servers.length]?.url ?? '')
    const server = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy()).on('close', () => (open.delete(from), to.destroy()))
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  undo.push(() => {
    for (const socket of open) socket.destroy()
    return new Promise<void>((resolve) => listener.close(() => resolve()))
  })
  const address = new URL(servers[0]?.url ?? '')
  address.port = String((listener.address() as { port: number }).port)
  return address.href
}

/** Prints the table and returns the largest share of a list that stayed with the primary when there was a replica. */
function print(cases: readonly Case[]): number {
  console.log(
    `\nProcessor time in ms of one list (Available Projects and Find Creators in turn, ${RATE} a second, idle time taken off; medians of ${ROUNDS} rounds), and lists a second with ${READERS} connections that never rest.`,
  )
  console.log('case | server | primary | replicas | lists/s')
  const primaries = cases.map(({ name, rounds }) => {
    const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]))
    const figures = (['server', 'primary', 'replicas'] as const).map((key) => of(key).toFixed(2))
    console.log([name, ...figures, of('perSecond').toFixed(0)].join(' | '))
    return of('primary')
  })
  const [alone = Number.NaN, ...beside] = primaries
  return Math.max(...beside.map((primary) => primary / alone))
}
