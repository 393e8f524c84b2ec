import type { Anchors } from './anchors.ts'
import { median, type Sample } from './load.ts'
import { type Contender, ROUNDS } from './rounds.ts'
import { POOL } from './servers.ts'

/** Everything that the table shows. */
export interface Findings {
  anchors: Anchors
  loadAfter: number
  all: readonly Contender[]
  /** Size of the list's body in bytes. */
  listBytes: number
  seconds: number
}

/** The table, as plain text. */
export function report({ anchors, loadAfter, all, listBytes, seconds }: Findings): string {
  const samples = (name: Contender['name']) =>
    all.find((contender) => contender.name === name)?.samples ?? []
  const list = samples('list')
  const send = samples('send')
  return [
    '',
    `Machine    ${anchors.machine}, PostgreSQL ${anchors.postgres} with its own defaults`,
    `           load ${anchors.loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after (ours included)`,
    `Anchors    durable commits ${whole(anchors.commitsAlone)}/s on 1 connection, ${whole(anchors.commitsTogether)}/s on ${POOL}, ${whole(anchors.commitsNotifying)}/s on ${POOL} with a NOTIFY in each;`,
    `           select 1 ${whole(anchors.roundTrips)}/s on ${POOL}; ES256 checks ${whole(anchors.es256)}/s`,
    `Method     ${ROUNDS.connections} connections, a session each; pool of ${POOL}; ${list.length} of ${ROUNDS.rounds} interleaved rounds of ${ROUNDS.seconds} s; medians of the rounds`,
    '',
    row('', ['requests/s', 'lowest–highest', 'p50 ms', 'p99 ms', 'node µs']),
    `List projects, ${listBytes.toLocaleString('en')} bytes`,
    figures('product', list),
    figures('bare node:http + pg, same statements', samples('list_bare')),
    ratios('product / bare', list, samples('list_bare')),
    'Send a message',
    figures('product', send),
    figures('bare node:http + pg, same statements', samples('send_bare')),
    ratios('product / bare', send, samples('send_bare')),
    '',
    'node µs: processor time of the Node process for one request. The product’s sending includes telling those who',
    'read along; nobody does here.',
    'Ratios are the medians of each round’s own ratio: above 1 is faster, longer or dearer than the bare server.',
    `Took ${Math.round(seconds)} s.`,
  ].join('\n')
}

const FIGURES = ['requestsPerSecond', 'p50', 'p99', 'cpuPerRequest'] as const

function figures(name: string, samples: readonly Sample[]): string {
  const [rate, p50, p99, cpu] = FIGURES.map((figure) => middleOf(samples, figure))
  const rates = samples.map((sample) => sample.requestsPerSecond)
  const spread = `${whole(Math.min(...rates))}–${whole(Math.max(...rates))}`
  return row(`  ${name}`, [whole(rate), spread, tenth(p50), tenth(p99), whole(cpu)])
}

/** Each round has its own ratio: a slow moment of the machine affects both of its sides. */
function ratios(name: string, ours: readonly Sample[], theirs: readonly Sample[]): string {
  const [rate, p50, p99, cpu] = FIGURES.map((figure) => {
    const each = ours.flatMap((sample, round) => {
      const [above, below] = [sample[figure], theirs[round]?.[figure] ?? null]
      return above === null || below === null ? [] : [above / below]
    })
    return each.length === 0 ? '–' : median(each).toFixed(2)
  })
  return row(`  ${name}`, [rate, '', p50, p99, cpu])
}

function middleOf(
  samples: readonly Sample[],
  figure: (typeof FIGURES)[number],
): number | undefined {
  const values = samples.map((sample) => sample[figure]).filter((value) => value !== null)
  return values.length === 0 ? undefined : median(values)
}

const WIDTHS = [11, 16, 9, 9, 9]

const row = (name: string, cells: readonly (string | undefined)[]): string =>
  name.padEnd(40) + cells.map((cell, n) => (cell ?? '').padStart(WIDTHS[n] ?? 0)).join('')

const whole = (value: number | undefined) =>
  value === undefined ? '–' : Math.round(value).toLocaleString('en')
const tenth = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1))
