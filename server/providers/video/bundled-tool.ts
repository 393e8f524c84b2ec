import { fileURLToPath } from 'node:url'
import { askAbout, decode, lookAt, stamp, UndecodableVideo } from './careful-child.ts'
import type { DecoderJob } from './decoder-jobs.ts'
import type { Facts } from './video-facts.ts'
import type { VideoTool } from './video-tool.ts'

/** Beside the sources, or beside the bundle that this file is part of (scripts/build.mjs). */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './decoder-program.ts' : './video-decoder.js',
    import.meta.url,
  ),
)

/** The memory of Node itself; what the libraries take comes on top. */
const NODE = ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning', PROGRAM]

const args = (job: DecoderJob): string[] => [...NODE, JSON.stringify(job)]

/** The libraries that npm installed for this platform, run in a child process; null if they do not run. */
export async function findBundledTool(): Promise<VideoTool | null> {
  let version: string
  try {
    version = JSON.parse(await askAbout(process.execPath, args({ do: 'version' }))) as string
  } catch {
    return null
  }
  const make = async (job: DecoderJob): Promise<void> => {
    await decode(process.execPath, args(job))
  }
  return {
    name: `FFmpeg ${version} (installed by npm)`,
    async seconds(type, from) {
      const answer = await lookAt(process.execPath, args({ do: 'seconds', type, from }))
      const seconds = JSON.parse(answer) as number
      if (seconds <= 0) throw new UndecodableVideo('of unknown length')
      return seconds
    },
    reduce: ({ type, path, rate, mark }, to) =>
      make({ do: 'preview', type, from: path, to, rate, mark }),
    pictures: (pictures) => make({ do: 'pictures', ...pictures }),
    async frame(frame) {
      await lookAt(process.execPath, args({ do: 'frame', ...frame }))
    },
  }
}

/**
 * Writes a PDF with a picture (PNG) over every page, with the same precautions. Throws UndecodableVideo for one that
 * cannot be read or is encrypted.
 */
export async function markPdf(pdf: { from: string; to: string; mark: string }): Promise<void> {
  await stamp(process.execPath, args({ do: 'stamp_pdf', ...pdf }))
}

/** Returns what a video's header says (no libraries needed); null when it is not one we can read. */
export async function readFacts(type: string, from: string): Promise<Facts | null> {
  try {
    return JSON.parse(await lookAt(process.execPath, args({ do: 'facts', type, from }))) as Facts
  } catch (error) {
    if (error instanceof UndecodableVideo) return null
    throw error
  }
}
