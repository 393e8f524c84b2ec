import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { until } from './processes.ts'

const READY_DEADLINE_MS = 60_000
/** A refused request costs 2 ms of processor time, which the starting program could use. */
const PROBE_MS = 100
/** The server drains for at most 10 s; this is the margin after that. */
const STOP_DEADLINE_MS = 15_000

/** A child process that notices when its parent is gone. */
export interface Child {
  readonly name: string
  readonly process: ChildProcess
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Waits for its message `ready`. Returns false when it ends first or the deadline passes. */
  saysReady(deadlineMs?: number): Promise<boolean>
  /** Waits until an address responds with 2xx. Returns false when it ends first or the deadline passes. */
  answers(url: string, deadlineMs?: number): Promise<boolean>
  /** Asks it to stop and waits; kills it after the deadline. */
  stop(deadlineMs?: number): Promise<void>
}

/** What to run and where its output goes. */
export interface ChildOptions {
  name: string
  /** Arguments of node. */
  args: string[]
  env: Record<string, string | undefined>
  /** A file its output is appended to; otherwise our own output. */
  logFile?: string
}

/**
 * Starts node with a channel to this process: when this one is killed the channel closes and the child stops itself. A
 * process group of its own shields it from Ctrl-C in the terminal until we forward it.
 */
export function startChild({ name, args, env, logFile }: ChildOptions): Child {
  const output = logFile ? openSync(logFile, 'a', 0o600) : 'inherit'
  const child = spawn(process.execPath, args, {
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  if (output !== 'inherit') closeSync(output)
  let over = false
  let ready = false
  child.on('message', (message) => (ready ||= message === 'ready'))
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  return {
    name,
    process: child,
    ended,
    async saysReady(deadlineMs = READY_DEADLINE_MS) {
      await until(() => ready || over, deadlineMs, 10)
      return ready && !over
    },
    async answers(url, deadlineMs = READY_DEADLINE_MS) {
      let ok = false
      const probe = async () => {
        ok = await fetch(url, { signal: AbortSignal.timeout(2_000) })
          .then((response) => response.ok)
          .catch(() => false)
        return ok || over
      }
      await until(probe, deadlineMs, PROBE_MS)
      // Once it has ended, a response there comes from another program.
      return ok && !over
    },
    async stop(deadlineMs = STOP_DEADLINE_MS) {
      if (over) return
      child.kill('SIGTERM')
      if (!(await until(() => over, deadlineMs, 10))) child.kill('SIGKILL')
      await ended
    },
  }
}
