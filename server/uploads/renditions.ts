import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Media } from '#contract/media.ts'
import { PICTURE_WIDTHS, type PictureBucket, pictureRenditions } from '#contract/picture-address.ts'
import { type Bucket } from '#contract/uploads.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { prepareVideo } from './prepare-video.ts'
import type { VideoTool } from '#server/providers/video/video-tool.ts'
import { renditionPath } from './file-address.ts'
import { type Made, makePoster, type Place, smallPicture } from './made-rendition.ts'
import { beginningOfText, markPages, markPicture } from './marked-copies.ts'
import { openPicture, type PictureWriter } from './picture.ts'
import type { UploadScan } from './scan-upload.ts'
import type { FileRow } from './upload-store.ts'

/** The longest edge, in px, of a picture viewed in the page. */
const PREVIEW_EDGE = 1_600
/** AVIF at this effort is some 20 % larger than by default and takes a third of the time. */
const AVIF = { quality: 55, effort: 2 } as const

/** The tools that renditions are made with. */
export interface MediaTools {
  files: FileStore
  /** Null when the machine has none: videos then have no poster, preview or storyboard. */
  video: VideoTool | null
  /** Absent: uploads are not scanned (CLAMD_ADDRESS). */
  scan?: UploadScan
  /** Absent: `writePicture`, which re-encodes. Only the demo, whose pictures are our own, writes them otherwise. */
  writePicture?: PictureWriter
  /** A folder on the local store's disk, so that storing needs no copy. */
  folder: string
}

/** What a file was found to be, and the renditions made of it. */
export interface Prepared {
  renditions: string[]
  media: Media | null
}

export const NOTHING: Prepared = { renditions: [], media: null }

/**
 * Makes and stores a file's renditions; with `mark`, those that show these words. Throws what the store or the disk
 * throws, and `UndecodableVideo` for a file that cannot be decoded.
 */
export async function makeRenditions(
  tools: MediaTools,
  file: FileRow,
  mark: string | null,
): Promise<Prepared> {
  if (!isPrepared(file, mark)) return NOTHING
  await mkdir(tools.folder, { recursive: true })
  const folder = await mkdtemp(join(tools.folder, 'file-'))
  try {
    const source = join(folder, 'source')
    const stream = await tools.files.open(file.path)
    if (stream === null) return NOTHING
    await pipeline(stream, createWriteStream(source))
    const { made, media } = await make(tools, file, { source, folder }, mark)
    for (const { name, at } of made) await tools.files.put(at, renditionPath(file.path, name))
    return { renditions: made.map(({ name }) => name), media }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes a file's renditions. */
export async function removeRenditions(
  files: FileStore,
  path: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await files.remove(renditionPath(path, name))
}

function isPrepared({ bucket, file_type }: FileRow, mark: string | null): boolean {
  if (bucket === 'proof-screenshots' || bucket === 'dispute-evidence') return false
  return file_type.startsWith('video/') || file_type.startsWith('image/') || mark !== null
}

async function make(
  tools: MediaTools,
  { bucket, file_type: type }: FileRow,
  place: Place,
  mark: string | null,
): Promise<{ made: Made[]; media: Media | null }> {
  if (type.startsWith('video/')) return prepareVideo(tools.video, type, place, mark)
  if (mark !== null) return { made: await markedCopies(type, place, mark), media: null }
  const made = await (isPictureBucket(bucket)
    ? makeWidths(bucket, place)
    : makePicturePreview(place))
  return { made, media: null }
}

const isPictureBucket = (bucket: Bucket): bucket is PictureBucket =>
  Object.hasOwn(PICTURE_WIDTHS, bucket)

async function makeWidths(bucket: PictureBucket, place: Place): Promise<Made[]> {
  const made: Made[] = []
  for (const name of pictureRenditions(bucket)) {
    const at = join(place.folder, name)
    const picture = openPicture(place.source).resize({
      width: Number.parseInt(name, 10),
      withoutEnlargement: true,
    })
    await (name.endsWith('.avif') ? picture.avif(AVIF) : picture.webp({ quality: 80 })).toFile(at)
    made.push({ name, at })
  }
  return made
}

/** For files that are not videos. */
async function markedCopies(type: string, place: Place, mark: string): Promise<Made[]> {
  if (type.startsWith('image/')) return markPicture(place, mark, PREVIEW_EDGE)
  if (type === 'text/plain') return beginningOfText(place)
  if (type === 'application/pdf') return markPages(place, mark)
  return []
}

async function makePicturePreview({ source, folder }: Place): Promise<Made[]> {
  const poster = join(folder, 'poster.webp')
  const preview = join(folder, 'preview.webp')
  await makePoster(source, poster)
  await smallPicture(source, preview, PREVIEW_EDGE)
  return [
    { name: 'poster.webp', at: poster },
    { name: 'preview.webp', at: preview },
  ]
}
