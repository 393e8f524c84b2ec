import WebSocket from 'ws'
import { AUTH_PATH } from '#contract/auth.ts'
import { READ_RATES, WRITE_RATES } from '#contract/rate-limits.ts'
import { SOCKET_LIMITS } from '#server/realtime/socket-limits.ts'
import type { Family } from './family.ts'
import type { Answer, Request, Target } from './target.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * How many times as many requests a flood may take: on a busy machine a client that is slow enough is let in again as
 * often as it asks.
 */
const LONGEST = 20

/** The same request many times, with this many concurrent, and more of them until one is refused. */
async function flood(
  target: Target,
  count: number,
  request: (turn: number) => Request,
  atOnce = 16,
): Promise<{ answers: Answer[]; seconds: number }> {
  const answers: Answer[] = []
  const began = performance.now()
  let next = 0
  let isRefused = false
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count || (!isRefused && next < LONGEST * count)) {
        const answer = await target.send(request(next++), target.limitedOrigin)
        isRefused ||= answer.status === 429
        answers.push(answer)
      }
    }),
  )
  return { answers, seconds: (performance.now() - began) / 1_000 }
}

interface Rule {
  burst: number
  refill: number
  seconds: number
}

/**
 * What is wrong with the response to a flood: more requests got through than the rule allows, or a refusal does not say
 * when to return.
 */
function complaintOf(
  { answers, seconds }: Awaited<ReturnType<typeof flood>>,
  { burst, refill, seconds: per }: Rule,
): string | null {
  const refused = answers.filter(({ status }) => status === 429)
  const through = answers.length - refused.length
  // A client that waits is let in again: the bound has to allow for the time the flood took.
  const most = burst + Math.ceil((refill * seconds) / per) + 1
  if (refused.length === 0) return `all ${answers.length} were let through`
  if (through > most) return `${through} were let through, ${most} are the most`
  return refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1)
    ? null
    : 'a refusal does not say when to return'
}

/** More of everything than anyone needs, against the process whose limits are in force. */
export const floods: Family = {
  name: 'floods',
  async attack(target, tally, { isShort }) {
    const { owner, counterpart, stranger_seller: other } = target.world.people
    const isHurt = async (what: string) => {
      const { status } = await target.send({ path: '/health' }, target.limitedOrigin)
      tally.count(`the product after ${what}`, status === 200 ? null : `answered ${status}`)
    }

    const writes = await flood(target, WRITE_RATES.write.burst + 60, () => ({
      method: 'POST',
      path: '/api/notifications/preferences',
      token: target.tokenOf(owner),
      headers: JSON_TYPE,
      body: JSON.stringify({ kind: 'payments', email: true }),
    }))
    tally.count('writes of one account', complaintOf(writes, WRITE_RATES.write))
    const { status } = await target.send(
      {
        method: 'POST',
        path: '/api/notifications/preferences',
        token: target.tokenOf(other),
        headers: JSON_TYPE,
        body: JSON.stringify({ kind: 'payments', email: true }),
      },
      target.limitedOrigin,
    )
    tally.count('another account meanwhile', status === 200 ? null : `was answered ${status}`)
    await isHurt('a flood of writes')

    const guesses = await flood(target, isShort ? 30 : 60, (turn) => ({
      method: 'POST',
      path: `${AUTH_PATH}/token?grant_type=password`,
      headers: JSON_TYPE,
      body: JSON.stringify({ email: owner.email, password: `guess-number-${turn}-of-many` }),
    }))
    const guessed = guesses.answers.filter((answer) => answer.status === 200).length
    const stopped = guesses.answers.filter((answer) => answer.status === 429).length
    tally.count(
      'guesses of one password',
      guessed > 0 ? 'one was right' : stopped === 0 ? 'none was refused' : null,
    )
    await isHurt('guesses')

    const searches = await flood(target, READ_RATES.search.burst + 60, (turn) => ({
      path: `/api/projects?search=${turn}`,
      token: target.tokenOf(counterpart),
    }))
    tally.count('searches of one account', complaintOf(searches, READ_RATES.search))
    await isHurt('searches')

    const sockets = await unsigned(target.limitedOrigin, SOCKET_LIMITS.unsignedPerAddress + 60)
    tally.count(
      'sockets that never sign in',
      sockets.open > SOCKET_LIMITS.unsignedPerAddress ? `${sockets.open} were open at once` : null,
    )
    await isHurt('sockets')
    tally.facts.push(
      `${writes.answers.length} writes, ${guesses.answers.length} guesses, ${searches.answers.length} searches and ${sockets.tried} sockets`,
    )
  },
}

/** Opens sockets that never authenticate; returns how many were open at one moment. */
async function unsigned(origin: string, count: number): Promise<{ open: number; tried: number }> {
  const sockets: WebSocket[] = []
  let open = 0
  let most = 0
  await Promise.all(
    Array.from({ length: count }, () => {
      const socket = new WebSocket(
        `${origin.replace('http', 'ws')}/realtime/?EIO=4&transport=websocket`,
      )
      sockets.push(socket)
      return new Promise<void>((resolve) => {
        socket.once('message', () => {
          most = Math.max(most, (open += 1))
          socket.once('close', () => (open -= 1))
          resolve()
        })
        socket.once('error', () => resolve())
        socket.once('close', () => resolve())
      })
    }),
  )
  for (const socket of sockets) socket.terminate()
  return { open: most, tried: count }
}
