import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchRequest } from './requests.ts'

/** Linux reports processor time to programs in hundredths of a second. */
const TICK_MS = 10

/**
 * Returns the fields of a process's line after its name, which may contain spaces; none where the system does not
 * report them.
 */
function statOf(pid: number | string): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}
/** utime and stime, and those of children that have ended, are fields 14–17 of the whole line. */
const own = (fields: readonly number[]) => (fields[11] ?? 0) + (fields[12] ?? 0)
const ended = (fields: readonly number[]) => (fields[13] ?? 0) + (fields[14] ?? 0)

/** Returns the processor time of server processes so far, in ms. */
export const serversMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + own(statOf(pid)), 0) * TICK_MS

/** Returns the processor time of all PostgreSQL processes so far, in ms. */
export function postgresMs(postmaster: number): number {
  let ticks = own(statOf(postmaster)) + ended(statOf(postmaster))
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    if (fields[1] === postmaster) ticks += own(fields)
  }
  return ticks * TICK_MS
}

/**
 * Sends requests at a fixed rate per second, to each process in turn. Returns the number sent; throws when one fails.
 */
export async function sendSteadily(
  urls: readonly string[],
  perSecond: number,
  seconds: number,
  requestOf: (turn: number) => BenchRequest,
): Promise<number> {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: 8 }))
  const answers: Promise<void>[] = []
  const began = performance.now()
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const early = began + (turn * 1_000) / perSecond - performance.now()
    if (early > 0) await pause(early)
    const at = turn % urls.length
    const answer = ask(urls[at] ?? '', agents.at(at) as Agent, requestOf(turn))
    answer.catch(() => undefined)
    answers.push(answer)
  }
  try {
    await Promise.all(answers)
  } finally {
    for (const agent of agents) agent.destroy()
  }
  return answers.length
}

function ask(url: string, agent: Agent, { method, path, headers, body }: BenchRequest) {
  return new Promise<void>((resolve, reject) => {
    const asked = httpRequest(url + path, { method, headers, agent, timeout: 20_000 }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}`))
      })
    })
    asked.on('timeout', () => asked.destroy(new Error(`${method} ${path} was not answered`)))
    asked.on('error', reject)
    asked.end(body)
  })
}
