import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { load, type Sample } from './load.ts'
import type { Person } from './people.ts'
import { type BenchRequest, keepMessage, listProjects, sendMessage } from './requests.ts'
import type { RunningServer } from './servers.ts'

/** How much is measured: many short rounds bear a noisy machine better than few long ones. */
export const ROUNDS = { rounds: 7, seconds: 1.2, warmUpSeconds: 1, connections: 32 } as const

/** No round begins that would probably end later than this after our start: the run keeps within 90 s. */
const BUDGET_S = 75

/** How long the product's last jobs of a round are waited for, in seconds. */
export const SETTLE_DEADLINE_S = 8

/** One way to answer one request, and what it took in each round. */
export interface Contender {
  name: 'list' | 'list_bare' | 'send' | 'send_bare' | 'send_keep'
  request: (person: Person) => BenchRequest
  server: RunningServer
  samples: Sample[]
}

/** The contenders, in the order in which each round asks them: product, bare, product, bare. */
export const contenders = (product: RunningServer, bare: RunningServer): Contender[] => [
  { name: 'list', request: listProjects, server: product, samples: [] },
  { name: 'list_bare', request: listProjects, server: bare, samples: [] },
  { name: 'send', request: sendMessage, server: product, samples: [] },
  { name: 'send_bare', request: sendMessage, server: bare, samples: [] },
  { name: 'send_keep', request: keepMessage, server: bare, samples: [] },
]

/**
 * Asks them in turn, round after round, so that whatever else the machine does falls on all of them. A first
 * round warms up and is not kept. A machine that is too busy gets fewer rounds.
 */
export async function runRounds(
  all: readonly Contender[],
  people: readonly Person[],
): Promise<void> {
  // Counted from the start of this process.
  const elapsed = () => performance.now() / 1_000
  let longest = 0
  for (let round = 0; round <= ROUNDS.rounds; round += 1) {
    if (round > 1 && elapsed() + longest > BUDGET_S) return
    const roundBegan = elapsed()
    const seconds = round === 0 ? ROUNDS.warmUpSeconds : ROUNDS.seconds
    process.stdout.write(round === 0 ? 'Warming up…\n' : `Round ${round} of ${ROUNDS.rounds}…\n`)
    for (const { name, request, server, samples } of all) {
      const { url, pid, databaseUrl } = server
      const sample = await load({
        url,
        pid,
        people,
        request,
        seconds,
        // The product works its jobs while it answers and afterwards; the next contender must not pay for it.
        ...(name === 'send' ? { settle: () => clearJobs(databaseUrl, SETTLE_DEADLINE_S) } : {}),
      })
      // Nobody works the bare server's jobs; each round would queue behind a longer list.
      if (name === 'send_bare') await clearJobs(databaseUrl, 0)
      if (round > 0) samples.push(sample)
    }
    longest = Math.max(longest, elapsed() - roundBegan)
  }
}

/**
 * Waits until no job is left, but not longer than `seconds`, and then drops those still waiting: the next
 * contender's round must not pay for them.
 */
async function clearJobs(databaseUrl: string, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const waiting = async () => {
      const found = await client.query('select from graphile_worker.jobs limit 1')
      return found.rowCount !== 0
    }
    const deadline = performance.now() + seconds * 1_000
    while (await waiting()) {
      if (performance.now() > deadline) {
        await client.query(
          'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where locked_at is null',
        )
        return
      }
      await pause(50)
    }
  } finally {
    await client.end()
  }
}
