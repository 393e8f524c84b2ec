import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

// `npm run favicon`: draws favicon.ico from favicon.svg after the mark has changed. Crawlers, bookmarks and feed
// readers request /favicon.ico without reading a page.

/** The sizes that tabs, taskbars and shortcuts show, in px. */
const SIZES = [16, 32, 48]
const SVG = 'web/public/favicon.svg'
const ICO = 'web/public/favicon.ico'
/** Bytes of an ICO file's header, and of an entry of its directory. */
const HEADER = 6
const ENTRY = 16

const svg = readFileSync(SVG)
// The mark is 32 px wide at 72 dpi: drawn at its final size, not scaled.
const pictures = await Promise.all(
  SIZES.map((size) =>
    sharp(svg, { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9 })
      .toBuffer(),
  ),
)

const directory = Buffer.alloc(HEADER + ENTRY * SIZES.length)
directory.writeUInt16LE(1, 2) // an icon, not a cursor
directory.writeUInt16LE(SIZES.length, 4)
let offset = directory.length
for (const [at, size] of SIZES.entries()) {
  const entry = HEADER + ENTRY * at
  const bytes = pictures[at]?.length ?? 0
  directory.writeUInt8(size, entry)
  directory.writeUInt8(size, entry + 1)
  directory.writeUInt16LE(1, entry + 4) // colour planes
  directory.writeUInt16LE(32, entry + 6) // bits a pixel
  directory.writeUInt32LE(bytes, entry + 8)
  directory.writeUInt32LE(offset, entry + 12)
  offset += bytes
}
writeFileSync(ICO, Buffer.concat([directory, ...pictures]))
