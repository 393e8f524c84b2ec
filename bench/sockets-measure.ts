import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { ensureBuilt } from '#scripts/build.mjs'
import { migrate } from '#server/db/migrate.ts'
import { type ProductProcess, productEnv, startProduct } from '#tests/support/processes.ts'
import { currentLoad, measureAnchors } from './anchors.ts'
import { cpuMicros } from './cpu-time.ts'
import { quantile } from './load.ts'
import { bundle } from './servers.ts'
import { type Clients, openBareSockets, openProductSockets, type Talker } from './socket-clients.ts'
import { fillTalks } from './socket-people.ts'
import { makeFolder, onDatabase, removeFolder, startPostgres } from './workspace.ts'

/** The load: this many sockets, this many messages a second. */
const SOCKETS = 5_000
const PER_SECOND = 200
const ROUNDS = 3
const ROUND_S = 5
/** After the rounds, once each: at full speed with this many senders. */
const BURST = { messages: 3_000, senders: 32 } as const
const DEADLINE_MS = 240_000
const POOL = '10'

/** One server with its sockets, and its measurements. */
interface Contender {
  name: string
  process: ProductProcess
  clients: Clients
  /** Memory per socket, in KiB. */
  kibPerSocket: number
  send: (talker: Talker) => Promise<void>
  latencies: number[]
  cpuPerMessage: number[]
  lost: number
  burst: number
}

type Undo = (() => void | Promise<void>)[]
const undo: Undo = []

async function unwind(code: number): Promise<never> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
  process.exit(code)
}
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => void unwind(130))
setTimeout(() => {
  process.stderr.write('The bench took too long.\n')
  void unwind(1)
}, DEADLINE_MS).unref()

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await measure()
  await unwind(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  await unwind(1)
}

async function measure(): Promise<void> {
  const root = dirname(import.meta.dirname)
  await ensureBuilt(root, ['server'])
  const loadBefore = currentLoad()
  say('Filling a database and signing two thousand people in…')
  const folder = await makeFolder(root)
  undo.push(() => removeFolder(folder))
  const postgres = await startPostgres(folder)
  undo.push(() => postgres.stop())
  const anchors = await measureAnchors(postgres.databaseUrl('postgres'), loadBefore)
  await onDatabase(postgres.databaseUrl('postgres'), 'create database talks')
  await migrate(postgres.databaseUrl('talks'))
  const env = { ...productEnv(folder), DATABASE_POOL: POOL }
  const talkers = await fillTalks(env, postgres.databaseUrl('talks'))
  for (const name of ['product', 'bare'])
    await onDatabase(postgres.databaseUrl('postgres'), `create database ${name} template talks`)

  const received = (latencies: number[]) => (ms: number) => void latencies.push(ms)
  say(`Opening ${SOCKETS} sockets on each of two servers…`)
  const product = await contend('product', async (latencies) => {
    const server = await startProduct(env, postgres.databaseUrl('product'), {
      name: 'product',
      logFile: join(folder, 'product.log'),
    })
    return {
      server,
      open: () => openProductSockets(server.url, talkers, SOCKETS, received(latencies)),
      send: () => postMessage(server.url),
    }
  })
  const bare = await contend('bare ws', async (latencies) => {
    const program = await bundle(root, folder, 'sockets-bare')
    const server = await startProduct(
      { NODE_ENV: 'production', DATABASE_POOL: POOL },
      postgres.databaseUrl('bare'),
      { name: 'bare', logFile: join(folder, 'bare.log') },
      program,
    )
    return {
      server,
      open: () => openBareSockets(server.url, talkers, SOCKETS, received(latencies)),
      send: (sockets) => sayOnSocket(sockets, talkers),
    }
  })

  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`Round ${round} of ${ROUNDS}…`)
    for (const contender of [product, bare]) await runRound(contender, talkers)
  }
  for (const contender of [product, bare]) contender.burst = await runBurst(contender, talkers)
  report([product, bare], loadBefore, anchors)
}

type Sender = (talker: Talker) => Promise<void>
interface Opening {
  server: ProductProcess
  open: () => Promise<Clients>
  send: (sockets: WebSocket[]) => Sender
}

async function contend(
  name: string,
  start: (latencies: number[]) => Promise<Opening>,
): Promise<Contender> {
  const latencies: number[] = []
  const { server, open, send } = await start(latencies)
  undo.push(() => server.stop())
  await pause(1_000)
  const before = residentKib(server.pid())
  const clients = await open()
  undo.push(() => clients.close())
  await pause(2_000)
  const kibPerSocket = (residentKib(server.pid()) - before) / SOCKETS
  latencies.length = 0
  return {
    name,
    process: server,
    clients,
    kibPerSocket,
    latencies,
    send: send(clients.sockets),
    cpuPerMessage: [],
    lost: 0,
    burst: NaN,
  }
}

/** Sends PER_SECOND messages a second, each in another conversation, and waits for those still in flight. */
async function runRound(contender: Contender, talkers: readonly Talker[]): Promise<void> {
  const { latencies, send, process: server } = contender
  const count = PER_SECOND * ROUND_S
  const before = latencies.length
  const cpuBefore = cpuMicros(server.pid()) ?? NaN
  const began = performance.now()
  const sending: Promise<void>[] = []
  let expected = 0
  for (let n = 0; n < count; n += 1) {
    const wait = began + (n * 1_000) / PER_SECOND - performance.now()
    if (wait > 1) await pause(wait)
    const talker = talkers[(n * 37) % talkers.length]
    if (talker === undefined) continue
    expected += readersOf(talker, talkers)
    sending.push(send(talker))
  }
  await Promise.all(sending)
  await arrived(latencies, before + expected)
  contender.lost += before + expected - latencies.length
  contender.cpuPerMessage.push(((cpuMicros(server.pid()) ?? NaN) - cpuBefore) / count)
}

/**
 * Returns how many messages a second reach all their readers when this many senders wait only for their own responses.
 */
async function runBurst(contender: Contender, talkers: readonly Talker[]): Promise<number> {
  const { latencies, send } = contender
  const rounds = latencies.splice(0)
  let next = 0
  let expected = 0
  const began = performance.now()
  const worker = async () => {
    while (next < BURST.messages) {
      const talker = talkers[(next++ * 37) % talkers.length]
      if (talker === undefined) return
      expected += readersOf(talker, talkers)
      await send(talker)
    }
  }
  await Promise.all(Array.from({ length: BURST.senders }, worker))
  await arrived(latencies, expected)
  const seconds = (performance.now() - began) / 1_000
  contender.lost += expected - latencies.length
  latencies.splice(0, latencies.length, ...rounds)
  return BURST.messages / seconds
}

async function arrived(latencies: readonly number[], count: number): Promise<void> {
  const deadline = performance.now() + 10_000
  while (latencies.length < count && performance.now() < deadline) await pause(20)
}

/** Sockets are assigned in turns; the two people of a conversation are adjacent. */
function readersOf(talker: Talker, talkers: readonly Talker[]): number {
  const first = talkers.indexOf(talker) & ~1
  const of = (place: number) => Math.ceil((SOCKETS - place) / talkers.length)
  return of(first) + of(first + 1)
}

function postMessage(url: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { hostname, port } = new URL(url)
  return ({ conversationId, token }) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ id: randomUUID(), content: 'The parcel arrived this morning.' })
      const sent = httpRequest(
        {
          hostname,
          port,
          agent,
          method: 'POST',
          path: `/api/conversations/${conversationId}/messages`,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          response.resume()
          response.on('end', () =>
            response.statusCode === 200
              ? resolve()
              : reject(new Error(`a message was answered with ${response.statusCode}`)),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
}

/** The bare server takes messages on the sender's own socket and responds with the message itself. */
function sayOnSocket(sockets: readonly WebSocket[], talkers: readonly Talker[]): Sender {
  return (talker) =>
    new Promise((resolve) => {
      const socket = sockets[talkers.indexOf(talker)]
      socket?.once('message', () => resolve())
      socket?.send('The parcel arrived this morning.')
    })
}

function residentKib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN)
}

function report(
  all: readonly Contender[],
  loadBefore: number,
  anchors: Awaited<ReturnType<typeof measureAnchors>>,
): void {
  const ms = (value: number) => value.toFixed(1).padStart(8)
  say(
    `\n${anchors.machine}, PostgreSQL ${anchors.postgres}; load ${loadBefore} before, ${currentLoad()} after`,
  )
  say(
    `flushed inserts/s: ${Math.floor(anchors.commitsTogether)}, with NOTIFY: ${Math.floor(anchors.commitsNotifying)}`,
  )
  say(
    `${SOCKETS} sockets each, ${PER_SECOND} messages/s, ${ROUNDS} × ${ROUND_S} s in turns; row written to read by every tab, ms`,
  )
  say('            p50     p95     p99     max  lost  KiB/socket  µs CPU/message  burst/s')
  for (const one of all) {
    const sorted = one.latencies.toSorted((a, b) => a - b)
    const cpu = one.cpuPerMessage.reduce((sum, each) => sum + each, 0) / one.cpuPerMessage.length
    say(
      [
        one.name.padEnd(8),
        ...[0.5, 0.95, 0.99, 1].map((share) => ms(quantile(sorted, share))),
        String(one.lost).padStart(6),
        one.kibPerSocket.toFixed(1).padStart(12),
        cpu.toFixed(0).padStart(16),
        one.burst.toFixed(0).padStart(9),
      ].join(''),
    )
    if (one.clients.closed() > 0)
      say(`  ${one.clients.closed()} sockets of ${one.name} were closed`)
  }
}
