import { setTimeout as pause } from 'node:timers/promises'
import type { Problem } from '#contract/errors.ts'
import type { Tally } from './tally.ts'
import { count } from './tally.ts'

/** An answer that can be relied on, or none. */
export type Heard =
  | { is: 'done'; status: number; headers: Headers; body: Buffer }
  | { is: 'refused'; status: number; problem: Partial<Problem> & { error_code?: string } }
  /** It may have happened or not. */
  | { is: 'unknown' }

/** How long a client waits for an answer, in ms. */
export const PATIENCE_MS = 15_000
/** Between two tries, in ms: shorter than a person's, nobody waits here. */
const RETRY_MS = { first: 50, longest: 1_000 } as const
/** After so long without any answer a client is stuck, whatever was broken in between. */
const STUCK_AFTER_MS = 600_000

/** One request to the product, and what came of it. */
export interface Ask {
  /** The name it is counted under. */
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** A client's way to the product. */
export class Line {
  readonly url: string
  readonly tally: Tally

  constructor(url: string, tally: Tally) {
    this.url = url
    this.tally = tally
  }

  /** Asks once. Never throws. */
  async ask({ name, method, path, headers = {}, body }: Ask): Promise<Heard> {
    try {
      const answer = await fetch(new URL(path, this.url), {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined ? {} : { body }),
      })
      const { status } = answer
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (status < 400) return { is: 'done', status, headers: answer.headers, body: bytes }
      const problem = problemOf(bytes)
      if (status < 500) return { is: 'refused', status, problem }
      // A broken provider may refuse for good: the answer says so, and the person tries again.
      const isProviders = status === 502 && problem.code?.endsWith('.provider_refused') === true
      if (status === 503 || status === 507 || isProviders) this.tally.unavailable += 1
      else count(this.tally.failed, `${name}: ${status} ${problem.code ?? ''}`)
      return { is: 'unknown' }
    } catch {
      this.tally.unanswered += 1
      return { is: 'unknown' }
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

/** Repeats something with growing waits until it gives a value. Throws after minutes of nothing. */
export async function persist<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const since = performance.now()
  for (let wait: number = RETRY_MS.first; ; wait = Math.min(wait * 2, RETRY_MS.longest)) {
    const value = await attempt()
    if (value !== undefined) return value
    if (performance.now() - since > STUCK_AFTER_MS)
      throw new Error(`${what}: nothing came of it in ${STUCK_AFTER_MS / 1_000} seconds`)
    await pause(wait)
  }
}
