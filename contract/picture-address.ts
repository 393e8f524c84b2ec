import type { Bucket } from './uploads.ts'

/**
 * Widths in px of public pictures' renditions, as WebP and AVIF; a picture's address is its widest WebP. Avatars are
 * shown at 20 to 64 px and as portraits of up to 256; product pictures in cards of some 400 px and galleries of up to
 * 800, each on screens of one or two device pixels per px.
 */
export const PICTURE_WIDTHS = {
  avatars: [64, 128, 512],
  'product-images': [400, 800, 1600],
  portfolio: [400, 800, 1600],
} as const satisfies Partial<Record<Bucket, readonly number[]>>

/** A bucket of public pictures. */
export type PictureBucket = keyof typeof PICTURE_WIDTHS

/** '64.webp', '64.avif' …: the renditions of a picture in a public bucket. */
export function pictureRenditions(bucket: PictureBucket): string[] {
  const widths: readonly number[] = PICTURE_WIDTHS[bucket]
  const smaller = widths.slice(0, -1).map((width) => `${width}.webp`)
  return [...smaller, ...widths.map((width) => `${width}.avif`)]
}

/** The parts of a public picture's address; `blur` (a thumbhash, base64url) follows '#'. */
export interface PictureAddress {
  bucket: PictureBucket
  /** The address without its ending: '/storage/public/avatars/…/…'. */
  stem: string
  blur: string | null
}

const PICTURE_ADDRESS =
  /^(\/storage\/public\/(avatars|product-images|portfolio)\/[\w-]+\/[\w-]+)\.webp(?:#([\w-]{8,60}))?$/

/** Parses a picture's address; null for one that is not ours (a Google picture, an object URL). */
export function pictureAddress(url: string): PictureAddress | null {
  const [, stem, bucket, blur] = PICTURE_ADDRESS.exec(url) ?? []
  if (stem === undefined || bucket === undefined) return null
  return { bucket: bucket as PictureBucket, stem, blur: blur ?? null }
}

const FILM_ADDRESS = /^(\/storage\/public\/portfolio\/[\w-]+\/[\w-]+)\.(?:mp4|mov)$/

/**
 * Returns the poster of a public video of ours, by the video's address; null for any other address. On a server without
 * a video tool there is none: that address then returns 404, and a player shows the first frame.
 */
export function filmPoster(url: string): string | null {
  const stem = FILM_ADDRESS.exec(url)?.[1]
  return stem === undefined ? null : `${stem}-poster.webp`
}
