import { renameSync, statSync } from 'node:fs'
import { pino } from 'pino'
import { beginsLongAgo, deleteIfOld } from './log-ages.ts'

/** Where the log's lines go. A failing destination (a full disk) loses lines, but never stops the process. */
export interface LogDestination {
  write(line: string): void
  /** Lines dropped because the destination did not accept any. */
  dropped(): number
  /**
   * Rotates the file if it begins too long ago, and deletes files whose lines are past their retention period. Call it
   * every hour.
   */
  forgetOld(now: Date): void
}

/** The current file and the rotated ones, `<file>.1` the newest: together at most `bytes` × `files`. */
export interface LogBounds {
  bytes: number
  files: number
}

/** 100 MiB in all: days of a busy installation, and less than the uploads' reserve on any sensible disk. */
export const LOG_BOUNDS: LogBounds = { bytes: 20 * 1024 * 1024, files: 5 }

/** Bytes buffered while the destination accepts nothing; lines beyond that are dropped. */
const WAITING_BYTES = 64 * 1024

/** Opens standard output, or a file that is rotated when it reaches its bound. Writes synchronously; never throws. */
export function openLogDestination(
  file: string | null = null,
  bounds: LogBounds = LOG_BOUNDS,
): LogDestination {
  const { stream, path } = open(file)
  let dropped = 0
  let waiting = 0
  let size = path === null ? 0 : sizeOf(path)
  const beginAnew = (current: string) => {
    size = 0
    setAside(current, bounds.files)
    stream.reopen()
  }
  // Without this listener the stream's error would end the process.
  stream.on('error', () => undefined)
  stream.on('write', (bytes: number) => {
    waiting -= bytes
    size += bytes
    if (path !== null && size >= bounds.bytes) beginAnew(path)
  })
  return {
    write(line) {
      // The stream retries its buffer with the next write, even an empty one.
      if (waiting > WAITING_BYTES) stream.write('')
      if (waiting > WAITING_BYTES) {
        dropped += 1
        return
      }
      waiting += Buffer.byteLength(line)
      stream.write(line)
    },
    dropped: () => dropped,
    forgetOld(now) {
      if (path === null) return
      if (beginsLongAgo(path, now)) beginAnew(path)
      for (let number = 1; number < bounds.files; number += 1) deleteIfOld(`${path}.${number}`, now)
    },
  }
}

/**
 * Returns the file, or standard output when no file is configured or it cannot be opened: a full disk has no room for a
 * new one.
 */
function open(file: string | null) {
  const openAt = (dest: string | number) =>
    pino.destination({ dest, sync: true, mkdir: true, mode: 0o600 })
  try {
    if (file !== null) return { stream: openAt(file), path: file }
  } catch {
    process.stderr.write(
      `The log file ${file} cannot be opened; the log goes to standard output.\n`,
    )
  }
  return { stream: openAt(1), path: null }
}

/**
 * `<file>` becomes `<file>.1`, which becomes `<file>.2`, and so on; the oldest is deleted. If the file cannot be
 * renamed, lines are appended to it.
 */
function setAside(file: string, files: number): void {
  for (let number = files - 1; number >= 1; number -= 1) {
    try {
      renameSync(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`)
    } catch {
      // It does not exist yet.
    }
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
