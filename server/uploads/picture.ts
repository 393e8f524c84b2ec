import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { PICTURE_WIDTHS } from '#contract/picture-address.ts'
import { type Bucket } from '#contract/uploads.ts'
import { AppError } from '#server/http/app-error.ts'
import { isStorageFull } from './storage-room.ts'

/** Pictures that decode to more are refused: 40 Mpx is some 160 MB of memory. */
const MAX_PIXELS = 40_000_000
/** The longest edges, in px, that the screens ever show. */
const EDGES = {
  avatars: PICTURE_WIDTHS.avatars[2],
  'product-images': PICTURE_WIDTHS['product-images'][2],
  portfolio: PICTURE_WIDTHS.portfolio[2],
  'proof-screenshots': 2_400,
  'dispute-evidence': 2_400,
  'message-files': 2_400,
} as const
/** The placeholder's source picture: thumbhash accepts at most 100 × 100. */
const BLUR_EDGE = 100

// The server sees each file once: a cache of decoded pictures would only occupy memory and file handles.
sharp.cache(false)
// One thread per picture: the queue below limits concurrency.
sharp.concurrency(1)

/** Two at a time: four camera pictures decoded in parallel would take 640 MB. */
const AT_ONCE = 2
const inTurn = pLimit(AT_ONCE)

/** The result of re-encoding a picture. */
export interface Picture {
  type: string
  /** Thumbhash (base64url). */
  blur: string
  /** In px, upright. */
  width: number
  height: number
}

/** Opens any picture. Nothing above the limit is ever decoded. */
export const openPicture = (path: string): Sharp =>
  sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })

/** Writes an arrived picture, of a type determined from its bytes, to the path it is stored from. */
export type PictureWriter = (
  bucket: Bucket,
  type: string,
  fromPath: string,
  toPath: string,
) => Promise<Picture>

/**
 * Decodes a picture and re-encodes it to `toPath`: whatever else the file carried (location, camera, scripts, trailing
 * data, further frames) is removed, and its orientation is applied. Pictures for the screens become WebP of a bounded
 * size; delivered work keeps its format, size and colours. Throws `upload.unreadable_image` when it cannot be decoded
 * or is too large.
 */
export async function writePicture(
  bucket: Bucket,
  type: string,
  fromPath: string,
  toPath: string,
): Promise<Picture> {
  try {
    await assertSize(fromPath)
    return await inTurn(async () => {
      const upright = openPicture(fromPath).autoOrient()
      const { width, height } = await (
        bucket === 'deliverable-files'
          ? delivered(upright, type)
          : sized(upright, bucket).webp({ quality: 82 })
      ).toFile(toPath)
      return {
        type: bucket === 'deliverable-files' ? type : 'image/webp',
        blur: await blurOf(toPath),
        width,
        height,
      }
    })
  } catch (cause) {
    if (isStorageFull(cause)) throw cause
    throw new AppError('upload.unreadable_image', { cause })
  }
}

/**
 * Reads only the header, so that a decompression bomb is refused before it is queued, and long before it is decoded.
 */
async function assertSize(path: string): Promise<void> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > MAX_PIXELS) throw new Error(`${width} × ${height} is too large`)
}

function sized(picture: Sharp, bucket: Exclude<Bucket, 'deliverable-files'>): Sharp {
  const edge = EDGES[bucket]
  if (bucket === 'avatars') return picture.resize({ width: edge, height: edge, fit: 'cover' })
  return picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
}

/** The creator is paid for these pixels, so all of them stay, at a visually lossless quality. */
function delivered(picture: Sharp, type: string): Sharp {
  const kept = picture.keepIccProfile()
  if (type === 'image/png') return kept.png()
  if (type === 'image/webp') return kept.webp({ quality: 95 })
  return kept.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
}

/** Returns the placeholder of a picture: a thumbhash, base64url. */
export async function blurOf(path: string): Promise<string> {
  const { data, info } = await openPicture(path)
    .resize({ width: BLUR_EDGE, height: BLUR_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64url')
}
