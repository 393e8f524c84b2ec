import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The compressible files: text. Fonts and pictures are compressed already; the server compresses pages itself. */
const TEXT = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.xml'])
/** Below this a smaller response still fills the same packet. In bytes. */
const WORTH_IT = 1_024

/**
 * Writes a .br and a .gz beside every text file of a folder, so that the server never compresses the same bytes twice:
 * it sends what the browser accepts.
 * @param {string} folder
 */
export function precompress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    if (bytes.length < WORTH_IT) continue
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 10 }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
