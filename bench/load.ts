import autocannon from 'autocannon'
import { cpuMicros } from './cpu-time.ts'
import type { Person } from './people.ts'
import type { BenchRequest } from './requests.ts'

/** The load on one server, and its duration. */
export interface LoadOptions {
  url: string
  pid: number
  /** One connection each, every one with its own session. */
  people: readonly Person[]
  request: (person: Person) => BenchRequest
  seconds: number
}

/**
 * The result. Latencies in ms; `cpuPerRequest` in µs of the server's Node process, null where the system does not
 * report it.
 */
export interface Sample {
  requestsPerSecond: number
  p50: number
  p99: number
  cpuPerRequest: number | null
}

/**
 * Keeps every connection busy with one request after another. Throws when a response is not 2xx; returns null when the
 * time ran out before the first response.
 */
export async function load(options: LoadOptions): Promise<Sample | null> {
  const { url, pid, people, request, seconds } = options
  const requests = people.map(request)
  const times: number[] = []
  const cpuBefore = cpuMicros(pid)
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    let connection = 0
    const cannon = autocannon(
      {
        url,
        connections: people.length,
        duration: seconds,
        // It ends with a sample: the usual second would round every duration up to the next full one.
        sampleInt: 100,
        timeout: 10,
        // Built once per connection: nothing is assembled while the clock runs.
        setupClient: (client) => client.setRequests(requests.slice(connection, (connection += 1))),
      },
      (error: Error | null, done) => (error === null ? resolve(done) : reject(error)),
    )
    // The histogram in the result has a resolution of whole milliseconds only.
    cannon.on('response', (_client, _status, _bytes, time) => times.push(time))
  })
  const { errors, non2xx, duration } = result
  // On a machine that is busy with other work, no response may arrive in time: no sample, but no error.
  if (errors + non2xx === 0 && times.length === 0) return null
  if (errors + non2xx > 0)
    throw new Error(
      `${url}: ${errors} requests failed and ${non2xx} were refused, of ${times.length}.`,
    )
  const cpuAfter = cpuMicros(pid)
  times.sort((a, b) => a - b)
  return {
    requestsPerSecond: times.length / duration,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuPerRequest:
      cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / times.length,
  }
}

/** Returns the value below which a share of a sorted list lies. NaN for an empty one. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

/** Returns the median of a list in any order; NaN for an empty one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
    : quantile(sorted, 0.5)
}
