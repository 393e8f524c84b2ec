import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** What can be learned and made of a video when the machine has ffmpeg. Types are our accepted media types. */
export interface VideoTool {
  /** How long it plays, in seconds, by its packets and not by what its header says. Throws UndecodableVideo. */
  seconds(type: string, fromPath: string): Promise<number>
  /** Writes a frame from near the beginning as PNG. Throws UndecodableVideo. */
  still(type: string, fromPath: string, toPath: string): Promise<void>
  /** Writes a reduced MP4 that every browser plays, at most 1280 px long, without metadata. Throws UndecodableVideo. */
  reduce(type: string, fromPath: string, toPath: string): Promise<void>
}

/** The file is no video after all, or takes too long: a retry changes nothing. */
export class UndecodableVideo extends Error {
  override name = 'UndecodableVideo'
}

/** A minute of video takes some twenty seconds; anything slower than this goes without. */
const DEADLINE_MS = 5 * 60_000
/** Minutes of a preview; 50 MB hold hardly more. */
const LONGEST_S = 15 * 60
const LONGEST_EDGE = 1_280

/**
 * Files come from strangers: no address is fetched, the format is the one detected from the bytes (never a playlist
 * that names other files), and a frame may not decode to more than a picture may.
 */
const CAREFULLY = ['-protocol_whitelist', 'file', '-max_pixels', '40000000', '-threads', '1']
const QUIETLY = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y']

/** Checks once for a working ffmpeg; null without one. */
export async function findVideoTool(command: string): Promise<VideoTool | null> {
  try {
    await run(command, ['-version'], 10_000)
  } catch {
    return null
  }
  return {
    seconds: async (type, fromPath) => {
      const progress = await run(
        command,
        [...QUIETLY, ...input(type, fromPath), ...COUNTED],
        30_000,
      )
      // One block of figures every half second; the last one is the end. Microseconds.
      const [, length] = /.*^out_time_us=(\d+)$/ms.exec(progress) ?? []
      if (length === undefined) throw new UndecodableVideo('of unknown length')
      return Number(length) / 1_000_000
    },
    still: async (type, fromPath, toPath) => {
      await run(command, [...QUIETLY, ...input(type, fromPath), ...STILL, toPath])
    },
    reduce: async (type, fromPath, toPath) => {
      await run(command, [...QUIETLY, ...input(type, fromPath), ...REDUCED, toPath])
    },
  }
}

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Reads every packet without decoding one: a fraction of a second for 50 MB. */
const COUNTED = words('-map 0:v:0 -map 0:a:0? -c copy -f null -progress pipe:1 -')

/** Of the first second, the frame most like the others: no black, no flash. */
const STILL = words('-map 0:v:0 -vf thumbnail=24 -frames:v 1 -f image2')

// Both edges fit and are even: the codec requires it.
const SCALE =
  `scale=w='min(${LONGEST_EDGE},iw)':h='min(${LONGEST_EDGE},ih)'` +
  ':force_original_aspect_ratio=decrease:force_divisible_by=2'

const REDUCED = words(`
  -map 0:v:0 -map 0:a:0? -map_metadata -1 -map_chapters -1 -t ${LONGEST_S}
  -vf ${SCALE} -fpsmax 30 -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 27 -threads 1
  -c:a aac -b:a 96k -ac 2 -movflags +faststart -f mp4`)

function input(type: string, path: string): string[] {
  return [...CAREFULLY, '-f', type === 'video/x-msvideo' ? 'avi' : 'mov', '-i', `file:${path}`]
}

/** Returns the end of what the command printed. */
function run(command: string, args: readonly string[], deadline = DEADLINE_MS): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    // Lowest priority: whoever waits for a response goes first.
    if (child.pid !== undefined) lowerPriority(child.pid)
    let printed = ''
    child.stdout.on('data', (part: Buffer) => {
      printed = (printed + part.toString()).slice(-2_000)
    })
    let errors = ''
    child.stderr.on('data', (part: Buffer) => {
      errors = (errors + part.toString()).slice(-2_000)
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), deadline)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code === 0) return resolve(printed)
      const full = /no space left on device/i.test(errors)
      reject(full ? new Error(errors) : new UndecodableVideo(errors.trim() || 'took too long'))
    })
  })
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has already ended.
  }
}
