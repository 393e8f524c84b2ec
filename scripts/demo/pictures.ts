import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Returns the file of a drawing in scripts/demo/art. */
export const pictureFile = (name: string): string =>
  join(process.cwd(), 'scripts', 'demo', 'art', `${name}.webp`)

/** Returns a drawing in scripts/demo/art unchanged: WebP, already as narrow as screens need it. */
export const picture = (name: string): Promise<Buffer> => readFile(pictureFile(name))

/** The same as a PNG, for work that is delivered as one. */
export const pngPicture = (name: string): Promise<Buffer> =>
  sharp(pictureFile(name)).png().toBuffer()

/** The same as a JPEG, as from a camera. */
export const jpegPicture = (name: string): Promise<Buffer> =>
  sharp(pictureFile(name)).jpeg().toBuffer()
