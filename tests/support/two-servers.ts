import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { RouteKey } from '#contract/api.ts'

/**
 * What one side of a race does: an API call as a person, or the clock job for offers running. `now` (ISO) is the time
 * at which it happens, for one at a time.
 */
export type Act =
  | {
      as: { id: string }
      key: RouteKey
      params?: Record<string, string>
      body?: unknown
      now?: string
    }
  | { clock: 'offers'; now?: string }

/** The messages to and from a process. */
export interface ChildRequest {
  id: string
  act: Act
}
export interface ChildReply {
  id: string
  outcome: string
}

/** Two processes of the product on one database. */
export interface TwoServers {
  /** Their process ids: neither is the test's. */
  pids: readonly [number, number]
  /**
   * Both at once, each in its process; the second is asked first in odd rounds. Returns 'ok' or the refusal's code, in
   * the order of the arguments.
   */
  race(one: Act, other: Act, round: number): Promise<[string, string]>
  /** All at once, alternating between the processes. */
  all(acts: readonly Act[]): Promise<string[]>
  close(): Promise<void>
}

/** Starts both; `connections` is how many calls each has in progress at once. */
export async function startTwoServers(databaseUrl: string, connections = 10): Promise<TwoServers> {
  const [first, second] = await Promise.all([
    startServer(databaseUrl, connections),
    startServer(databaseUrl, connections),
  ])
  return {
    pids: [first.pid, second.pid],
    async race(one, other, round) {
      if (round % 2 === 0) return Promise.all([first.ask(one), second.ask(other)])
      const [otherOutcome, oneOutcome] = await Promise.all([second.ask(other), first.ask(one)])
      return [oneOutcome, otherOutcome]
    },
    all: (acts) =>
      Promise.all(acts.map((act, index) => (index % 2 === 0 ? first : second).ask(act))),
    async close() {
      await Promise.all([first.close(), second.close()])
    },
  }
}

async function startServer(databaseUrl: string, connections: number) {
  const child: ChildProcess = fork('tests/support/server-child.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl, CONNECTIONS: String(connections) },
  })
  const waiting = new Map<string, (outcome: string) => void>()
  const answered = (id: string) => new Promise<string>((resolve) => waiting.set(id, resolve))
  child.on('message', ({ id, outcome }: ChildReply) => {
    waiting.get(id)?.(outcome)
    waiting.delete(id)
  })
  // A process that ends no longer responds, which no test expects.
  child.once('exit', () => {
    for (const resolve of waiting.values()) resolve('the process ended')
  })
  if ((await answered('ready')) !== 'ok') throw new Error('a process of the product did not start')
  return {
    pid: child.pid ?? 0,
    ask(act: Act): Promise<string> {
      const id = randomUUID()
      const outcome = answered(id)
      child.send({ id, act } satisfies ChildRequest)
      return outcome
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
