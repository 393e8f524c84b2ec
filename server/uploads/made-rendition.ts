import { openPicture } from './picture.ts'

/** A finished rendition: its name ('400.avif') and its temporary path. */
export interface Made {
  name: string
  at: string
}

/** Where a file's bytes are, and where its new renditions go until they are stored. */
export interface Place {
  source: string
  folder: string
}

/** Longest edge in px of a still in a list or before a video. */
const POSTER_EDGE = 720

/**
 * WebP's own default: a poster is often the largest element of a page, and has 14 % fewer bytes than with the quality of
 * a preview, which is looked at closely.
 */
const POSTER_QUALITY = 75

export const makePoster = (from: string, to: string): Promise<void> =>
  smallPicture(from, to, POSTER_EDGE, POSTER_QUALITY)

/** Writes a picture as WebP, its longest edge within `edge` px. */
export async function smallPicture(
  from: string,
  to: string,
  edge: number,
  quality = 80,
): Promise<void> {
  await openPicture(from)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toFile(to)
}
