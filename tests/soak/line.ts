import { setTimeout as pause } from 'node:timers/promises'
import type { Problem } from '#contract/errors.ts'
import type { Tally } from './tally.ts'
import { count } from './tally.ts'

/** A definitive response, or none. */
export type Heard =
  | { is: 'done'; status: number; headers: Headers; body: Buffer }
  | { is: 'refused'; status: number; problem: Partial<Problem> & { error_code?: string } }
  /** The call may have taken effect or not. */
  | { is: 'unknown' }

/** How long a client waits for a response, in ms. */
const PATIENCE_MS = 15_000
/** The pause between two attempts, in ms: shorter than a person's, because no one is waiting here. */
const RETRY_MS = { first: 50, longest: 1_000 } as const
/** A client without any response for this long is stuck, whatever was broken in the meantime. */
const STUCK_AFTER_MS = 600_000

/** One request to the product, and its outcome. */
export interface Ask {
  /** The name under which it is counted. */
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** A client's connection to the product. */
export class Line {
  readonly url: string
  readonly tally: Tally
  readonly #ending = new AbortController()

  constructor(url: string, tally: Tally) {
    this.url = url
    this.tally = tally
  }

  /** Aborted once the run is over, so that everything waiting gives up. */
  get ended(): AbortSignal {
    return this.#ending.signal
  }

  /** Ends the run: requests in flight are aborted, and every later one throws. */
  end(): void {
    this.#ending.abort(new Error('the run has ended'))
  }

  /** Makes one attempt. Throws only once the run has ended. */
  async ask({ name, method, path, headers = {}, body }: Ask): Promise<Heard> {
    this.ended.throwIfAborted()
    try {
      const answer = await fetch(new URL(path, this.url), {
        method,
        headers,
        redirect: 'manual',
        signal: this.patience(),
        ...(body === undefined ? {} : { body }),
      })
      const { status } = answer
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (status < 400) return { is: 'done', status, headers: answer.headers, body: bytes }
      const problem = problemOf(bytes)
      if (status < 500) return { is: 'refused', status, problem }
      // A broken provider may refuse definitively: the response says so, and the person tries again.
      const isProviders = status === 502 && problem.code?.endsWith('.provider_refused') === true
      if (status === 503 || status === 507 || isProviders) this.tally.unavailable += 1
      else count(this.tally.failed, `${name}: ${status} ${problem.code ?? ''}`)
      return { is: 'unknown' }
    } catch {
      this.tally.unanswered += 1
      return { is: 'unknown' }
    }
  }

  /** Aborted when the response is no longer awaited. */
  patience(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), this.ended])
  }

  /**
   * Retries something with back-off until it yields a value. Throws after minutes without one, and at once when the run
   * ends.
   */
  async persist<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const since = performance.now()
    for (let wait: number = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.longest)) {
      this.ended.throwIfAborted()
      const value = await attempt()
      if (value !== undefined) return value
      if (performance.now() - since > STUCK_AFTER_MS)
        throw new Error(`${what}: nothing came of it in ${STUCK_AFTER_MS / 1_000} seconds`)
      await pause(wait)
    }
  }
}

function problemOf(body: Buffer): Partial<Problem> & { error_code?: string } {
  try {
    return JSON.parse(body.toString()) as Partial<Problem>
  } catch {
    return {}
  }
}
