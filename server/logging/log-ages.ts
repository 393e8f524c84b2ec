import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { KEPT_FOR } from '#contract/retention.ts'

const DAY_MS = 86_400_000

/** How long a line is kept, in ms. */
const KEPT_MS = Number.parseInt(KEPT_FOR.server_logs.period, 10) * DAY_MS

/** The longest time between the first line of a file and its last, in ms: five such files are 25 days. */
const SPAN_MS = 5 * DAY_MS

/** Far more than what precedes the time in a line. */
const BEGINNING_BYTES = 512

/** Whether the first line of a file was written so long ago that no more should be added to it. */
export function beginsLongAgo(file: string, now: Date): boolean {
  const begun = firstTime(file)
  return begun !== null && begun < now.getTime() - SPAN_MS
}

/**
 * Deletes a rotated file before its first line is past its retention period; that line is at most one span older than
 * its last one.
 */
export function deleteIfOld(file: string, now: Date): void {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  // One day of margin for the hours between two checks, and for a process that was stopped.
  if (written === undefined || written > now.getTime() - (KEPT_MS - SPAN_MS - DAY_MS)) return
  rmSync(file, { force: true })
}

/** Returns when the first line was written; null if the file has none, or does not exist. */
function firstTime(file: string): number | null {
  const beginning = Buffer.alloc(BEGINNING_BYTES)
  try {
    const descriptor = openSync(file, 'r')
    try {
      readSync(descriptor, beginning, 0, BEGINNING_BYTES, 0)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
  const [, time] = /^\{[^\n]*?"time":(\d{13})\b/.exec(beginning.toString('utf8')) ?? []
  return time === undefined ? null : Number(time)
}
