import { setTimeout as pause } from 'node:timers/promises'
import { median } from './load.ts'
import { postgresMs, sendSteadily, serversMs } from './process-load.ts'
import { readProjects, sendMessage } from './requests.ts'
import type { openProductSockets, Talker } from './socket-clients.ts'
import type { ProductProcess } from '#tests/support/processes.ts'

/** Per second, over all processes: the same work, however many share it. */
export const RATES = { lists: 120, messages: 60 } as const
/**
 * Each process serves this much before it is measured, regardless of their number: cold code costs twice as much, and
 * one shared warm-up would leave each of eight processes with an eighth of it.
 */
const WARM_UP = { lists: 1_500, messages: 1_500 } as const
/** Per second, during the warm-up. */
const WARM_UP_RATES = { lists: 200, messages: 150 } as const

/** The result for one number of processes, in ms of processor time. */
export interface Costs {
  count: number
  /** Per idle second. */
  idle: number
  list: number
  message: number
  /** PostgreSQL's share of it. */
  listPostgres: number
  messagePostgres: number
  /** Of all messages sent, those that arrived at the other side's page. */
  arrived: number
}

/** The processes that share the work, and how a page is opened at one. */
export interface Fleet {
  running: readonly ProductProcess[]
  openPages: typeof openProductSockets
}

/** How long each kind of work is measured, in seconds, and in how many rounds. */
export interface Length {
  seconds: number
  rounds: number
}

/**
 * Warms the processes up, measures them idle, listing and sending, and returns the medians of all rounds. Registers
 * with `undo` how to close the pages.
 */
export async function costsOf(
  { running, openPages }: Fleet,
  postmaster: number,
  talkers: readonly Talker[],
  { seconds, rounds: most }: Length,
  undo: (() => unknown)[],
): Promise<Costs> {
  const urls = running.map(({ url }) => url)
  const pids = running.map(({ pid }) => pid())
  let received = 0
  for (const [at, url] of urls.entries()) {
    // The two people of a conversation are adjacent.
    const here = talkers.filter((_, turn) => turn % urls.length === at)
    const clients = await openPages(url, here, here.length, () => (received += 1))
    undo.push(() => clients.close())
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
  const idle = () => pause(seconds * 1_000).then(() => seconds)
  const lists = (perSecond: number, forSeconds: number) =>
    sendSteadily(urls, perSecond, forSeconds, (turn) => readProjects(talkerAt(turn)))
  const messages = (perSecond: number, forSeconds: number) =>
    sendSteadily(urls, perSecond, forSeconds, (turn) => sendMessage(talkerAt(turn)))
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
  for (let round = 1; round <= most; round += 1) {
    console.log(`Round ${round} of ${most}…`)
    const [resting, listing] = [await cost(idle), await cost(() => lists(RATES.lists, seconds))]
    const messaging = await cost(async () => {
      const count = await messages(RATES.messages, seconds)
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
