import { load, type Sample } from './load.ts'
import type { Person } from './people.ts'
import { type BenchRequest, listProjects, sendMessage } from './requests.ts'
import type { RunningServer } from './servers.ts'

/** How much is measured: many short rounds tolerate a noisy machine better than few long ones. */
export const ROUNDS = { rounds: 7, seconds: 1.2, warmUpSeconds: 5, connections: 32 } as const

/** No round begins that would probably end later than this after the start: this keeps the run within two minutes. */
const BUDGET_S = 95

/** One way to answer a request, and its result in each round. */
export interface Contender {
  name: 'list' | 'list_bare' | 'send' | 'send_bare'
  request: (person: Person) => BenchRequest
  server: RunningServer
  samples: Sample[]
}

/** The contenders, in the order in which each round measures them: product, bare, product, bare. */
export const contenders = (product: RunningServer, bare: RunningServer): Contender[] => [
  { name: 'list', request: listProjects, server: product, samples: [] },
  { name: 'list_bare', request: listProjects, server: bare, samples: [] },
  { name: 'send', request: sendMessage, server: product, samples: [] },
  { name: 'send_bare', request: sendMessage, server: bare, samples: [] },
]

/**
 * Measures them in turn, round after round, so that other load on the machine affects them all. A first round warms up
 * and is not recorded. A machine that is too busy gets fewer rounds.
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
    const taken: (Sample | null)[] = []
    for (const { request, server } of all)
      taken.push(await load({ url: server.url, pid: server.pid, people, request, seconds }))
    // A round is recorded completely or not at all: the ratios belong to one round each.
    if (round > 0 && taken.every((sample) => sample !== null))
      all.forEach(({ samples }, place) => samples.push(...taken.slice(place, place + 1)))
    longest = Math.max(longest, elapsed() - roundBegan)
  }
}
