import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * What a child process may take. Processor time is what its work costs; the time that passes is only there for one that
 * hangs, since a busy machine gives it little.
 */
export interface ChildLimits {
  cpuSeconds: number
  deadlineMs: number
  /** KiB of memory it may write to. */
  memoryKib: number
  /** Somebody waits for it, and it reads nothing of strangers: it keeps the priority of its caller. */
  awaited?: true
}

/**
 * Starts a program whose failure must stay its own: with low priority unless it is awaited, little memory, limited processor time, and none of our
 * secrets in its environment. It is killed at its deadline. Not every system has both limits.
 */
export function spawnLimited(
  command: string,
  args: readonly string[],
  limits: ChildLimits,
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  // `exec` keeps the shell's process: priority and signals reach the program itself.
  const script = `ulimit -d ${limits.memoryKib} 2>/dev/null; ulimit -t ${limits.cpuSeconds} 2>/dev/null; exec "$@"`
  const child = spawn('/bin/sh', ['-c', script, 'sh', command, ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '' },
  })
  // Requests come first.
  if (child.pid !== undefined && limits.awaited === undefined) lowerPriority(child.pid)
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.deadlineMs)
  child.once('close', () => clearTimeout(timer))
  child.once('error', () => clearTimeout(timer))
  return child
}

/** A tenth of a busy processor. With the lowest priority it is a hundredth, and minutes would become an hour. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has already ended.
  }
}
