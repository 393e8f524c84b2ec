import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { AuthError } from '#server/auth/answers/auth-error.ts'

/** argon2id: memory in KiB, passes. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** 19 MiB and two passes: some 22 hashes a second on the machine we measured. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Two of the four threads Node shares with files and DNS. The others stay free for all other work. */
const CONCURRENCY = 2
/** About two seconds of work; later requests are asked to retry. */
const WAITING = 40
const RETRY_AFTER = 2

/** Hashes and checks passwords in a bounded queue: a storm is refused and never makes others wait. */
export interface PasswordHashes {
  hash(password: string): Promise<string>
  /** Returns whether the password matches the hash. Takes as long for null (no account, or no password). */
  matches(stored: string | null, password: string): Promise<boolean>
}

export function createPasswordHashes(
  cost: PasswordCost,
  enqueue = createHashQueue(WAITING),
): PasswordHashes {
  let decoy: Promise<string> | undefined
  const decoyHash = () => (decoy ??= hash(randomBytes(16), cost))
  return {
    hash: (password) => enqueue(() => hash(password, cost)),
    async matches(stored, password) {
      const compared = stored ?? (await decoyHash())
      const same = await enqueue(() => verify(compared, password))
      return same && stored !== null
    },
  }
}

/** Queues work, or throws AuthError 429 `over_request_rate_limit` immediately. */
export type HashQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most CONCURRENCY concurrently, queues up to `waiting` more and refuses the rest with 429. */
export function createHashQueue(waiting: number): HashQueue {
  const queue: (() => void)[] = []
  let running = 0
  /** Hands the slot to the next in line, so that no newcomer takes it. */
  const leave = () => {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (work) => {
    if (running >= CONCURRENCY) {
      if (queue.length >= waiting) {
        throw new AuthError('over_request_rate_limit', { retryAfter: RETRY_AFTER })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
