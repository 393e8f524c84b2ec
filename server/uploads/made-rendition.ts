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

export const makePoster = (from: string, to: string): Promise<void> =>
  smallPicture(from, to, POSTER_EDGE)

/** Writes a picture as WebP, its longest edge within `edge` px. */
export async function smallPicture(from: string, to: string, edge: number): Promise<void> {
  await openPicture(from)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(to)
}
