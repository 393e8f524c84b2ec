import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether a process runs. One that has exited but was not reaped by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return processField(pid, 0) !== 'Z'
}

/**
 * What distinguishes a process from a later one with the same number: its start time, in the system's ticks. Null when
 * the system does not say (not Linux) or the process is gone.
 */
export function startedAt(pid: number): string | null {
  return processField(pid, 19)
}

/** Its parent process; null when the system does not say. */
export function parentOf(pid: number): string | null {
  return processField(pid, 1)
}

/** A field of /proc/<pid>/stat, counted after the parenthesised name (which may hold spaces). */
function processField(pid: number, index: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[index] ?? null
  } catch {
    return null
  }
}

/** Polls until the condition holds. False when the deadline passes first. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  deadlineMs: number,
  everyMs = 25,
): Promise<boolean> {
  const end = performance.now() + deadlineMs
  for (;;) {
    if (await condition()) return true
    if (performance.now() > end) return false
    await pause(everyMs)
  }
}

/**
 * Below the range Linux and macOS use for outgoing connections: a free port here is not taken by one before we listen
 * on it.
 */
const PORTS_TO_TRY = { from: 20_000, to: 32_000 }

/** Where the search of this process goes on. It begins anywhere, so that processes side by side rarely meet. */
let nextPort = randomInt(PORTS_TO_TRY.from, PORTS_TO_TRY.to)

/**
 * The first of `count` consecutive free ports of 127.0.0.1. The same port is given again only after all others: what
 * asked first may not listen on it yet.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    if (nextPort + count > PORTS_TO_TRY.to) nextPort = PORTS_TO_TRY.from
    const first = nextPort
    nextPort += count
    const range = Array.from({ length: count }, (_, offset) => first + offset)
    const free = await Promise.all(range.map((port) => portIsFree(port, '127.0.0.1')))
    if (free.every(Boolean)) return first
  }
}

/** Whether a port can be listened on now; false when it is in use or not allowed. */
export const portIsFree = async (port: number, host: string): Promise<boolean> =>
  (await tryPort(port, host)) === 'free'

/** The result of listening on a port right now: someone else has it, or the system refuses it. */
export function tryPort(port: number, host: string): Promise<'free' | 'taken' | 'not allowed'> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRINUSE' ? 'taken' : 'not allowed'),
    )
    probe.listen(port, host, () => probe.close(() => resolve('free')))
  })
}
