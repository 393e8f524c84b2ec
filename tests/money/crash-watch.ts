import type { Pool } from '#server/db/pool.ts'
import { CRASH_POINTS, type CrashPoint } from './crash-case.ts'

/** As kill -9: no handler runs and no connection is closed in order. Prints the point on stdout, for the parent. */
export function die(where: string): never {
  process.stdout.write(`${where}\n`)
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still alive')
}

/** Counts how often the process reaches its point, and ends it there. */
export class CrashWatch {
  private passed = 0
  private readonly at: { point: CrashPoint; nth: number }

  constructor(at: { point: CrashPoint; nth: number }) {
    this.at = at
  }

  /** The process has reached a point that is not a commit. */
  come(point: CrashPoint): void {
    if (point === this.at.point) this.count()
  }

  /** Dies around the commit of a transaction that wrote what the point is about. */
  watch(pool: Pool): void {
    const point = CRASH_POINTS[this.at.point]
    if (typeof point === 'string') return
    pool.on('connect', (client) => {
      const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
      let marked = false
      const watched = (statement: unknown, ...rest: unknown[]) => {
        const text = typeof statement === 'string' ? statement : textOf(statement)
        if (text === 'begin') marked = false
        if (point.marks.test(text)) marked = true
        if (text !== 'commit' || !marked) return send(statement, ...rest)
        if (point.when === 'before') this.count()
        return send(statement, ...rest).then((result) => {
          if (point.when === 'after') this.count()
          return result
        })
      }
      Object.assign(client, { query: watched })
    })
  }

  private count(): void {
    this.passed += 1
    if (this.passed === this.at.nth) die('reached')
  }
}

function textOf(statement: unknown): string {
  const { text } = (statement ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
