import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { claimPort } from './port-claims.ts'

/**
 * Below the range that Linux and macOS use for outgoing connections: a free port here is not taken by one before we
 * listen on it.
 */
const PORTS_TO_TRY = { from: 20_000, to: 32_000 }

/**
 * Where the search of this process continues. It begins at a random port, so that concurrent processes seldom collide.
 */
let nextPort = randomInt(PORTS_TO_TRY.from, PORTS_TO_TRY.to)

/**
 * Returns the first of `count` consecutive free ports of 127.0.0.1. A port is returned again only after all others,
 * because the first caller may not listen on it yet. Other processes can get it once this one has ended.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    if (nextPort + count > PORTS_TO_TRY.to) nextPort = PORTS_TO_TRY.from
    const first = nextPort
    nextPort += count
    const range = Array.from({ length: count }, (_, offset) => first + offset)
    const free = await Promise.all(range.map((port) => portIsFree(port, '127.0.0.1')))
    if (free.every(Boolean) && range.every(claimPort)) return first
  }
}

/** Whether it is possible to listen on a port now; false when it is in use or not allowed. */
export const portIsFree = async (port: number, host: string): Promise<boolean> =>
  (await tryPort(port, host)) === 'free'

/** The result of listening on a port right now: another process has it, or the system refuses it. */
export function tryPort(port: number, host: string): Promise<'free' | 'taken' | 'not allowed'> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRINUSE' ? 'taken' : 'not allowed'),
    )
    probe.listen(port, host, () => probe.close(() => resolve('free')))
  })
}
