import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether a process runs. One that has exited but was not reaped by its parent does not count. */
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
 * the system does not report it (not Linux) or the process is gone.
 */
export function startedAt(pid: number): string | null {
  return processField(pid, 19)
}

/** Returns its parent process; null when the system does not report it. */
export function parentOf(pid: number): string | null {
  return processField(pid, 1)
}

/** Returns a field of /proc/<pid>/stat, counted after the parenthesised name (which may contain spaces). */
function processField(pid: number, index: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[index] ?? null
  } catch {
    return null
  }
}

/** Polls until the condition holds. Returns false when the deadline passes first. */
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
