import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * The limits of a child process. Processor time is the cost of its work; elapsed time is limited only to stop a process
 * that hangs, since a busy machine gives it little processor time.
 */
export interface ChildLimits {
  cpuSeconds: number
  deadlineMs: number
  /** KiB of memory it may write to. */
  memoryKib: number
  /** Someone waits for it, and it reads no input from strangers: it keeps the priority of its caller. */
  awaited?: true
}

/**
 * Starts a program whose failures must not affect its caller: with low priority unless it is awaited, little memory,
 * limited processor time, and none of our secrets in its environment. It is killed at its deadline. Not every system
 * has both limits.
 */
export function spawnLimited(
  command: string,
  args: readonly string[],
  limits: ChildLimits,
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  // `exec` keeps the shell's process id: priority and signals reach the program itself.
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

/** A tenth of a busy processor. With the lowest priority it would be a hundredth, and minutes would become an hour. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has already ended.
  }
}
