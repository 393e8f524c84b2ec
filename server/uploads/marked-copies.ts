import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { TEXT_PREVIEW_CHARACTERS, TEXT_PREVIEW_ONE_IN } from '#contract/originals.ts'
import { markPdf } from '#server/providers/video/bundled-tool.ts'
import { drawMark } from './draw-mark.ts'
import { type Made, makePoster, type Place } from './made-rendition.ts'
import { openPicture } from './picture.ts'

/** Writes a picture within `edge` px under these words, and its still. */
export async function markPicture(
  { source, folder }: Place,
  words: string,
  edge: number,
): Promise<Made[]> {
  const copy = join(folder, 'marked.webp')
  const poster = join(folder, 'marked_poster.webp')
  const { data, info } = await openPicture(source)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  await sharp(data)
    .composite([{ input: await drawMark(words, info) }])
    .webp({ quality: 80 })
    .toFile(copy)
  await makePoster(copy, poster)
  return [
    { name: 'marked.webp', at: copy },
    { name: 'marked_poster.webp', at: poster },
  ]
}

/** The size in px of the mark over a page: sharp enough on paper, and small. */
const PAGE = { width: 900, height: 1_270 }

/** Writes a PDF whose pages lie under these words. Throws UndecodableVideo when it cannot be read. */
export async function markPages({ source, folder }: Place, words: string): Promise<Made[]> {
  const [to, mark] = [join(folder, 'marked.pdf'), join(folder, 'mark.png')]
  await writeFile(mark, await drawMark(words, PAGE, 'page'))
  await markPdf({ from: source, to, mark })
  return [{ name: 'marked.pdf', at: to }]
}

/** UTF-8 has no longer characters. */
const BYTES_OF_A_CHARACTER = 4

/** Writes the first characters of a text; of a short text only a part. */
export async function beginningOfText({ source, folder }: Place): Promise<Made[]> {
  const file = await open(source)
  try {
    const most = TEXT_PREVIEW_CHARACTERS * TEXT_PREVIEW_ONE_IN * BYTES_OF_A_CHARACTER
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0)
    const characters = Array.from(new TextDecoder().decode(buffer.subarray(0, bytesRead)))
    const part = Math.floor(characters.length / TEXT_PREVIEW_ONE_IN)
    const beginning = characters.slice(0, Math.min(TEXT_PREVIEW_CHARACTERS, part)).join('')
    const at = join(folder, 'marked.txt')
    await writeFile(at, `${beginning}…`)
    return [{ name: 'marked.txt', at }]
  } finally {
    await file.close()
  }
}
