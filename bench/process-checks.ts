import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { WRITE_RATES } from '#contract/rate-limits.ts'
import { createPool } from '#server/db/pool.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { until } from '#scripts/processes.ts'
import { sendMessage } from './requests.ts'
import type { Talker } from './socket-clients.ts'

const JOBS = 200
const PAIRS = 16
const WITHIN_MS = 20_000

/** One check: what it verified, and whether the promise holds. */
export interface Check {
  name: string
  isGood: boolean
  found: string
}

/** Checks limits, jobs and presence across all of these processes, which run with limits. */
export async function checkTogether(
  urls: readonly string[],
  databaseUrl: string,
  talkers: readonly Talker[],
): Promise<Check[]> {
  const sockets: Socket[] = []
  const open = async (talker: Talker, at: number) => {
    const socket = io(urls[at % urls.length] ?? '', {
      path: '/realtime',
      auth: { token: talker.token },
      transports: ['websocket'],
      forceNew: true,
    })
    sockets.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return socket
  }
  try {
    return [
      await exactLimit(urls, talkers.at(-1) as Talker),
      await jobsOnce(databaseUrl, talkers.at(0) as Talker, open),
      await presence(talkers.slice(2, 2 + 2 * PAIRS), open),
    ]
  } finally {
    for (const socket of sockets) socket.disconnect()
  }
}

/** One account sends through all processes at once: only its burst and what refills in the meantime is accepted. */
async function exactLimit(urls: readonly string[], talker: Talker): Promise<Check> {
  const { burst, refill, seconds } = WRITE_RATES.message
  const { method, path, headers, body } = sendMessage(talker)
  const began = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: 2 * burst }, async (_, turn) => {
      const answer = await fetch(`${urls[turn % urls.length]}${path}`, {
        method,
        headers,
        body: body ?? null,
      })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  const most = burst + Math.ceil(((performance.now() - began) / 1_000) * (refill / seconds))
  const accepted = statuses.filter((status) => status === 200).length
  const others = statuses.filter((status) => status !== 200 && status !== 429).length
  return {
    name: `limit of ${burst} messages`,
    isGood: accepted >= burst && accepted <= most && others === 0,
    found: `${accepted} of ${statuses.length} accepted, at most ${most}; ${others} failed`,
  }
}

type Open = (talker: Talker, at: number) => Promise<Socket>

/** Each job publishes one topic to one page: a topic that arrives twice was executed twice. */
async function jobsOnce(databaseUrl: string, talker: Talker, open: Open): Promise<Check> {
  const heard = new Map<string, number>()
  const socket = await open(talker, 0)
  socket.on('changed', ({ topics }: { topics: string[] }) => {
    for (const topic of topics) heard.set(topic, (heard.get(topic) ?? 0) + 1)
  })
  const pool = createPool(databaseUrl, 2)
  try {
    for (let n = 0; n < JOBS; n += 1)
      await enqueue(pool, 'realtime.changed', {
        user_ids: [talker.id],
        topics: [`job ${n}`],
        project_id: null,
      })
  } finally {
    await pool.end()
  }
  await until(() => Promise.resolve(heard.size === JOBS), WITHIN_MS)
  // By now a job that was executed twice would have published again.
  await pause(1_000)
  const times = [...heard.values()]
  return {
    name: `${JOBS} jobs`,
    isGood: times.length === JOBS && times.every((count) => count === 1),
    found: `${times.length} worked, ${times.filter((count) => count > 1).length} more than once`,
  }
}

/** The two people of a conversation connect to different processes: each sees the other come and go. */
async function presence(talkers: readonly Talker[], open: Open): Promise<Check> {
  let came = 0
  let left = 0
  const pairs = await Promise.all(
    Array.from({ length: talkers.length / 2 }, async (_, pair) => {
      const [one, other] = talkers.slice(2 * pair, 2 * pair + 2) as [Talker, Talker]
      const watcher = await open(one, pair)
      const states: boolean[] = []
      watcher.on('presence', ({ user_id, online }: { user_id: string; online: boolean }) => {
        if (user_id === other.id) states.push(online)
      })
      await watcher.emitWithAck('join', { conversation_id: one.conversationId })
      return { states, watched: await open(other, pair + 1 + (pair % 7)) }
    }),
  )
  const all = (online: boolean) =>
    until(() => Promise.resolve(pairs.every(({ states }) => states.at(-1) === online)), WITHIN_MS)
  await all(true)
  came = pairs.filter(({ states }) => states.at(-1) === true).length
  for (const { watched } of pairs) watched.disconnect()
  await all(false)
  left = pairs.filter(({ states }) => states.at(-1) === false).length
  return {
    name: 'presence',
    isGood: came === pairs.length && left === pairs.length,
    found: `of ${pairs.length} people ${came} were seen to come and ${left} to go`,
  }
}
