import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type Bucket,
  PICTURE_WIDTHS,
  type PictureBucket,
  pictureRenditions,
} from '#contract/uploads.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { VideoTool } from '#server/providers/files/video-tool.ts'
import { renditionPath } from './file-address.ts'
import { openPicture } from './picture.ts'
import type { FileRow } from './upload-store.ts'

/** Longest edges in px: of a still in a list or before a video, and of a picture viewed in the page. */
const POSTER_EDGE = 720
const PREVIEW_EDGE = 1_600
/** AVIF at this effort is some 20 % larger than by default and takes a third of the time. */
const AVIF = { quality: 55, effort: 2 } as const

/** What renditions are made with. */
export interface MediaTools {
  files: FileStore
  /** Null when the machine has none: videos then have neither poster nor preview. */
  video: VideoTool | null
  /** A folder on the local store's disk, so that storing needs no copy. */
  folder: string
}

/** A finished rendition: its name ('400.avif') and its temporary path. */
interface Made {
  name: string
  at: string
}

/**
 * Makes and stores all of a file's renditions; returns their names. Throws what the store or the disk throws; a file
 * that cannot be decoded throws `UndecodableFile`.
 */
export async function makeRenditions(tools: MediaTools, file: FileRow): Promise<string[]> {
  if (!hasRenditions(tools, file)) return []
  await mkdir(tools.folder, { recursive: true })
  const folder = await mkdtemp(join(tools.folder, 'file-'))
  try {
    const source = join(folder, 'source')
    const stream = await tools.files.open(file.path)
    if (stream === null) return []
    await pipeline(stream, createWriteStream(source))
    const made = await make(tools, file, { source, folder })
    for (const { name, at } of made) await tools.files.put(at, renditionPath(file.path, name))
    return made.map(({ name }) => name)
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

function hasRenditions(tools: MediaTools, { bucket, file_type }: FileRow): boolean {
  if (bucket === 'proof-screenshots' || bucket === 'dispute-evidence') return false
  if (file_type.startsWith('video/')) return tools.video !== null
  return file_type.startsWith('image/')
}

interface Place {
  source: string
  folder: string
}

function make(tools: MediaTools, file: FileRow, place: Place): Promise<Made[]> {
  const { bucket } = file
  if (!file.file_type.startsWith('image/')) return makeVideoPreview(tools.video, file, place)
  return isPictureBucket(bucket) ? makeWidths(bucket, place) : makePicturePreview(place)
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

async function makePicturePreview({ source, folder }: Place): Promise<Made[]> {
  const poster = join(folder, 'poster.webp')
  const preview = join(folder, 'preview.webp')
  await smallPicture(source, poster, POSTER_EDGE)
  await smallPicture(source, preview, PREVIEW_EDGE)
  return [
    { name: 'poster.webp', at: poster },
    { name: 'preview.webp', at: preview },
  ]
}

async function makeVideoPreview(
  video: VideoTool | null,
  { file_type: type }: FileRow,
  { source, folder }: Place,
): Promise<Made[]> {
  if (video === null) return []
  const frame = join(folder, 'frame.png')
  const poster = join(folder, 'poster.webp')
  const preview = join(folder, 'preview.mp4')
  await video.still(type, source, frame)
  await smallPicture(frame, poster, POSTER_EDGE)
  await video.reduce(type, source, preview)
  return [
    { name: 'poster.webp', at: poster },
    { name: 'preview.mp4', at: preview },
  ]
}

async function smallPicture(from: string, to: string, edge: number): Promise<void> {
  await openPicture(from)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(to)
}
