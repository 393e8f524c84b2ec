import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** The file of a drawing of scripts/demo/art. */
export const pictureFile = (name: string): string =>
  join(process.cwd(), 'scripts', 'demo', 'art', `${name}.webp`)

/** A drawing of scripts/demo/art as it is there: WebP, already as narrow as screens need it. */
export const picture = (name: string): Promise<Buffer> => readFile(pictureFile(name))

/** The same as a PNG, for work that is handed in as one. */
export const pngPicture = (name: string): Promise<Buffer> =>
  sharp(pictureFile(name)).png().toBuffer()

/** And as a JPEG, as a camera would have made it. */
export const jpegPicture = (name: string): Promise<Buffer> =>
  sharp(pictureFile(name)).jpeg().toBuffer()
