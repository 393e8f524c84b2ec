import { rm, stat } from 'node:fs/promises'
import {
  BUCKET_RULES,
  type BucketRule,
  PUBLIC_BUCKETS,
  type UploadedFile,
  uploadMessages,
} from '#contract/uploads.ts'
import { isDatabaseAway } from '#server/db/away.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { UndecodableVideo } from '#server/providers/video/careful-child.ts'
import type { VideoTool } from '#server/providers/video/video-tool.ts'
import { storedPath } from './file-address.ts'
import { acceptedType, extensionOf } from './media-type.ts'
import { writePicture } from './picture.ts'
import { orderPreparation } from './prepare-file.ts'
import type { MediaTools } from './renditions.ts'
import { signedFileUrl } from './signed-link.ts'
import { sha256Of } from './upload-digests.ts'
import type { UploadIntent } from './upload-intent.ts'
import { type ArrivedFacts, type FileRow, insertFile } from './upload-store.ts'

/** All bytes of an upload, still in this machine's incoming folder. */
export interface ArrivedUpload extends UploadIntent {
  id: string
  owner_id: string
  /** The path of the bytes. */
  bytesAt: string
  /** SHA-256 of them, in hex. */
  sha256: string
}

/**
 * Turns arrived bytes into a file of ours: its type is decided by the bytes, pictures are re-encoded, and it is stored
 * durably, then recorded. May run again for the same upload, with the same outcome. The caller must remove the arrived
 * bytes. Throws the catalogue's `upload.*` refusals, leaving nothing stored.
 */
export async function storeUpload(
  deps: Pick<Deps, 'pool'>,
  {
    files,
    video,
    scan,
    writePicture: write = writePicture,
  }: Pick<MediaTools, 'files' | 'video' | 'scan' | 'writePicture'>,
  upload: ArrivedUpload,
): Promise<FileRow> {
  const { bucket, id, owner_id } = upload
  const rule = BUCKET_RULES[bucket]
  const arrivedType = await acceptedType(upload.bytesAt, rule.types)
  if (arrivedType === null) {
    throw new AppError('upload.bad_type', {
      fields: { file: uploadMessages.type(rule) },
    })
  }
  // Scanned before anything of ours decodes it.
  await scan?.assertClean(upload)
  const isPicture = arrivedType.startsWith('image/')
  if (!isPicture) await assertPlayLength(video, rule, arrivedType, upload.bytesAt)
  const writtenAt = isPicture ? `${upload.bytesAt}.picture` : upload.bytesAt
  try {
    const { type, blur, ...size } = isPicture
      ? await write(bucket, arrivedType, upload.bytesAt, writtenAt)
      : { type: arrivedType, blur: null, width: null, height: null }
    const file: FileRow = {
      id,
      bucket,
      owner_id,
      project_id: upload.project_id,
      path: storedPath(upload, extensionOf(type)),
      file_name: upload.file_name,
      file_type: type,
      size: (await stat(writtenAt)).size,
      blur: PUBLIC_BUCKETS.includes(bucket) ? blur : null,
      renditions: [],
      mark: null,
    }
    // Whoever compares a file has the bytes that are handed out, and a picture's are not those that arrived.
    const sha256 = isPicture ? await sha256Of(writtenAt) : upload.sha256
    await files.put(writtenAt, file.path)
    await record(deps, files, file, { sha256, ...size })
    return file
  } finally {
    if (isPicture) await rm(writtenAt, { force: true })
  }
}

/**
 * Refuses a video that plays longer than its bucket allows, where this machine can measure it; elsewhere the browser
 * has measured it before it was sent.
 */
async function assertPlayLength(
  video: VideoTool | null,
  { maxSeconds }: BucketRule,
  type: string,
  path: string,
): Promise<void> {
  if (maxSeconds === undefined || video === null) return
  let seconds: number
  try {
    seconds = await video.seconds(type, path)
  } catch (cause) {
    if (!(cause instanceof UndecodableVideo)) throw cause
    throw new AppError('upload.unreadable_video', { cause })
  }
  if (Math.floor(seconds) > maxSeconds)
    throw new AppError('upload.too_long', { fields: { file: uploadMessages.tooLong(maxSeconds) } })
}

/**
 * A file without its row would have no owner, so it is deleted when the row cannot be written. Where only the response
 * was lost, the row may exist: then the nightly sweep decides.
 */
async function record(
  deps: Pick<Deps, 'pool'>,
  files: FileStore,
  file: FileRow,
  facts: ArrivedFacts,
): Promise<void> {
  try {
    await inTransaction(deps.pool, async (tx) => {
      if (await insertFile(tx, file, facts)) await orderPreparation(tx, file)
    })
  } catch (error) {
    if (!isDatabaseAway(error as Error)) await files.remove(file.path)
    throw error
  }
}

/** The response to the owner of a finished upload. */
export function presentUpload(config: Deps['config'], file: FileRow, now: Date): UploadedFile {
  const { id, bucket, file_name, file_type, size } = file
  const isPublic = PUBLIC_BUCKETS.includes(bucket)
  const url = isPublic
    ? publicUrl(file)
    : signedFileUrl(config, id, now, { readerId: file.owner_id })
  return { id, bucket, url, file_name, file_type, size }
}

/**
 * Returns the address of a public picture. The placeholder shown until the picture has loaded follows '#', so that it
 * travels wherever the address is kept.
 */
const publicUrl = ({ path, blur }: FileRow): string =>
  `/storage/public/${path}${blur === null ? '' : `#${blur}`}`
