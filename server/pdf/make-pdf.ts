import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { type ChildLimits, spawnLimited } from '#server/processes/limited-spawn.ts'
import type { PdfDocument } from './pdf-document.ts'

/** A document that could not be made. `cause` has the last output of the process that tried. */
export class PdfNotMade extends Error {
  override name = 'PdfNotMade'
}

/** A page takes a second of processor time with the fonts, and 300 pages of tables about ten. */
const LIMITS: ChildLimits = { cpuSeconds: 60, deadlineMs: 5 * 60_000, memoryKib: 1_500_000 }
/** The largest document that is accepted from the process, in bytes: far above 300 pages of text. */
const LARGEST = 16 * 1024 * 1024
const LAST_WORDS = 2_000

/** Beside the sources, or beside the bundle that contains this file (scripts/build.mjs). */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './pdf-program.ts' : './pdf-maker.js', import.meta.url),
)
const ARGS = ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning', PROGRAM]

/** Two at a time, so that requests still find the machine free. */
const making = pLimit(2)

/**
 * Makes a document in a separate process, so that its failures and its memory use stay there. The same document gives
 * the same bytes, on every machine and at any time. Throws PdfNotMade.
 */
export const makePdf = (
  document: PdfDocument,
  limits: Partial<ChildLimits> = {},
): Promise<Buffer> => making(() => run(JSON.stringify(document), { ...LIMITS, ...limits }))

function run(job: string, limits: ChildLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawnLimited(process.execPath, ARGS, limits, 'pipe')
    const parts: Buffer[] = []
    let size = 0
    child.stdout?.on('data', (part: Buffer) => {
      size += part.length
      if (size > LARGEST) child.kill('SIGKILL')
      else parts.push(part)
    })
    let errors = ''
    child.stderr?.on('data', (part: Buffer) => {
      errors = (errors + part.toString()).slice(-LAST_WORDS)
    })
    child.on('error', (error) => reject(new PdfNotMade(error.message, { cause: error })))
    child.on('close', (code, signal) => {
      if (code === 0 && size > 0 && size <= LARGEST) return resolve(Buffer.concat(parts))
      reject(new PdfNotMade(`no document: ${signal ?? `code ${code}`}`, { cause: errors.trim() }))
    })
    // A child that ends early closes its end; `close` says why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(job)
  })
}
