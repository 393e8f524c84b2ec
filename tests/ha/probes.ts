import { setTimeout as pause } from 'node:timers/promises'
import { randomOf } from '#tests/messages/random.ts'
import type { Person } from '#tests/soak/person.ts'
import { count } from '#tests/soak/tally.ts'

/**
 * Sends one message after another through one process, each exactly once, to measure what a client that never retries
 * sees.
 */
export interface Probes {
  /** Acknowledged messages: their ids and numbers. */
  acknowledged: Map<string, number>
  /** Whether every message of the last few seconds was acknowledged. */
  isWell(): boolean
  /** The longest time without an acknowledgement since a given moment, in ms. */
  longestGap(since: number): number
  /** The other responses since the last call, by status and code. */
  failures(): Map<string, number>
  stop(): Promise<void>
}

const EVERY_MS = 250
const PATIENCE_MS = 40_000
/** How long every message must have been acknowledged before the product counts as well, in ms. */
const WELL_MS = 4_000

/** Starts sending one person's messages in a conversation, to one process. */
export function startProbes(url: string, person: Person, talk: string, seed: number): Probes {
  const random = randomOf(seed)
  const acknowledged = new Map<string, number>()
  const answers: { at: number; ok: boolean }[] = []
  const underWay = new Set<Promise<void>>()
  let failed = new Map<string, number>()
  const over = { now: false }

  async function send(): Promise<void> {
    const id = random.id()
    let outcome = 'ok'
    try {
      const answer = await fetch(`${url}/api/conversations/${talk}/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ id, content: `probe ${id}` }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const body = (await answer.json()) as { id?: string; seq?: number; code?: string }
      if (answer.ok && body.seq !== undefined) acknowledged.set(id, body.seq)
      else outcome = `${answer.status} ${body.code ?? ''}`.trim()
      if (answer.status === 401) await person.renew()
    } catch (error) {
      outcome = `no answer (${(error as Error).name})`
    }
    answers.push({ at: performance.now(), ok: outcome === 'ok' })
    if (outcome !== 'ok') count(failed, outcome)
  }

  async function sendAll(): Promise<void> {
    while (!over.now) {
      const sending = send().finally(() => underWay.delete(sending))
      underWay.add(sending)
      await pause(EVERY_MS)
    }
  }
  const sending = sendAll()

  return {
    acknowledged,
    isWell() {
      const recent = answers.filter(({ at }) => at > performance.now() - WELL_MS)
      return recent.length > 0 && recent.every(({ ok }) => ok)
    },
    longestGap(since) {
      const acks = answers.filter(({ at, ok }) => ok && at >= since).map(({ at }) => at)
      const moments = [since, ...acks.toSorted((a, b) => a - b), performance.now()]
      return Math.max(...moments.map((at, n) => at - (moments[n - 1] ?? at)))
    },
    failures() {
      const before = failed
      failed = new Map()
      return before
    },
    async stop() {
      over.now = true
      await sending
      await Promise.all(underWay)
    },
  }
}
