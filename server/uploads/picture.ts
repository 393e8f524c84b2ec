import sharp, { type Sharp } from 'sharp'
import type { Bucket } from '#contract/uploads.ts'
import { AppError } from '../http/app-error.ts'

/** Refuses pictures that unpack to more: 40 Mpx is some 160 MB of memory while it is worked on. */
const MAX_PIXELS = 40_000_000
/** Longest edges the screens ever show, in px. */
const EDGES = { avatars: 512, 'product-images': 1_600, 'proof-screenshots': 2_400 } as const

// A server sees each file once: a cache of decoded pictures would only hold memory and file handles.
sharp.cache(false)

/** What a re-encoded picture is now. */
export interface Picture {
  type: string
}

/**
 * Decodes a picture and writes it anew to `toPath`: whatever else the file carried (place, camera,
 * scripts, a second file behind it) is gone, and it stands upright. Pictures the screens show become
 * WebP of a bounded size; delivered work keeps its format, size and colours.
 * Throws `upload.unreadable_image` when it cannot be decoded or is too large to be.
 */
export async function writePicture(
  bucket: Bucket,
  type: string,
  fromPath: string,
  toPath: string,
): Promise<Picture> {
  const upright = sharp(fromPath, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
  try {
    if (bucket === 'deliverable-files') {
      await delivered(upright, type).toFile(toPath)
      return { type }
    }
    await sized(upright, bucket).webp({ quality: 82 }).toFile(toPath)
    return { type: 'image/webp' }
  } catch (cause) {
    throw new AppError('upload.unreadable_image', { cause })
  }
}

function sized(picture: Sharp, bucket: Exclude<Bucket, 'deliverable-files'>): Sharp {
  const edge = EDGES[bucket]
  if (bucket === 'avatars') return picture.resize({ width: edge, height: edge, fit: 'cover' })
  return picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
}

/** The creator is paid for these pixels: all of them stay, at a quality where re-encoding is not seen. */
function delivered(picture: Sharp, type: string): Sharp {
  const kept = picture.keepIccProfile()
  if (type === 'image/png') return kept.png()
  if (type === 'image/webp') return kept.webp({ quality: 95 })
  return kept.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
}
