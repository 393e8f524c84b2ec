import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A file as a form accepts it. */
export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A real PNG of one colour. */
export async function pngFile(
  name: string,
  width = 800,
  height = 600,
  background = '#23555d',
): Promise<PickedFile> {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** A real PNG that does not compress: some 3 bytes per pixel. */
export async function noisyPngFile(name: string, width = 600, height = 500): Promise<PickedFile> {
  const raw = { width, height, channels: 3 as const }
  const buffer = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
