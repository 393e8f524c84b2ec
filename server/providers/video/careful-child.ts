import pLimit from 'p-limit'
import { type ChildLimits, spawnLimited } from '#server/processes/limited-spawn.ts'

/** The file is not a video after all, or takes too long: a retry does not help. */
export class UndecodableVideo extends Error {
  override name = 'UndecodableVideo'
}

/** The memory a decoder may write to, in KiB. Previews took 160 to 400 MB, 4K the most. */
const memoryKib = 1_500_000

/** A minute of video takes about thirty seconds of processor time. */
const DECODING: ChildLimits = { cpuSeconds: 300, deadlineMs: 60 * 60_000, memoryKib }
const LOOKING: ChildLimits = { cpuSeconds: 20, deadlineMs: 5 * 60_000, memoryKib }
const STAMPING: ChildLimits = { cpuSeconds: 60, deadlineMs: 10 * 60_000, memoryKib }

/** One video at a time, so that the machine stays free for requests. Reading headers has a queue of its own. */
const decoding = pLimit(1)
const looking = pLimit(2)
const stamping = pLimit(1)

/** Runs a program that decodes files from strangers; returns the end of its output. Throws UndecodableVideo. */
export const decode = (
  command: string,
  args: readonly string[],
  limits: Partial<ChildLimits> = {},
): Promise<string> => decoding(() => run(command, args, { ...DECODING, ...limits }))

/** The same for a program that only reads through a file. */
export const lookAt = (command: string, args: readonly string[]): Promise<string> =>
  looking(() => run(command, args, LOOKING))

/**
 * Returns what a program on this machine says about itself. No file is read, and a start waits for the output: at low
 * priority a busy machine took half a minute for it.
 */
export const askAbout = (command: string, args: readonly string[]): Promise<string> =>
  run(command, args, { ...LOOKING, awaited: true })

/** The same for a document: it takes seconds, and does not wait for a video that takes minutes. */
export const stamp = (command: string, args: readonly string[]): Promise<string> =>
  stamping(() => run(command, args, STAMPING))

/** Always a separate process, because a decoder's fault takes its process down (server/processes/limited-spawn.ts). */
function run(command: string, args: readonly string[], limits: ChildLimits): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawnLimited(command, args, limits)
    let printed = ''
    child.stdout?.on('data', (part: Buffer) => {
      printed = (printed + part.toString()).slice(-MOST_PRINTED)
    })
    let errors = ''
    child.stderr?.on('data', (part: Buffer) => {
      errors = (errors + part.toString()).slice(-LAST_WORDS)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(printed)
      if (wasInterrupted(signal, errors))
        return reject(new Error('the decoder was interrupted', { cause: errors.trim() }))
      const full = /no space left on device/i.test(errors)
      reject(full ? new Error(errors) : new UndecodableVideo(errors.trim() || 'took too long'))
    })
  })
}

/**
 * The server is being stopped (Ctrl-C reaches its children too), which is not the file's fault. ffmpeg handles these
 * signals itself and exits with a code.
 */
const wasInterrupted = (signal: NodeJS.Signals | null, errors: string): boolean =>
  (signal !== null && INTERRUPTIONS.has(signal)) ||
  /^Exiting normally, received signal \d/m.test(errors)

const INTERRUPTIONS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])
const LAST_WORDS = 2_000
/** A list of all filters is some 30,000 characters long. */
const MOST_PRINTED = 200_000
