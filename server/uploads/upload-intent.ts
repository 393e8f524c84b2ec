import { z } from 'zod'
import {
  BUCKETS,
  BUCKET_RULES,
  type Bucket,
  MIN_FILE_BYTES,
  uploadMessages,
} from '#contract/uploads.ts'
import { AppError } from '#server/http/app-error.ts'
import { PROJECT_BUCKETS } from './upload-policy.ts'

/** The longest file name kept, in characters (DELIVERABLE_LIMITS.file_name). */
const FILE_NAME_LENGTH = 255

/** What an upload is for, from the metadata that its sender gave when it began. */
export interface UploadIntent {
  bucket: Bucket
  /** The sender's name for the file: display text, never a path. */
  file_name: string
  /** Set only for project buckets. */
  project_id: string | null
}

const intent = z.object({
  bucket: z.enum(BUCKETS),
  filename: z.string().nullish(),
  project_id: z.uuid().nullish(),
})

/** Reads a tus upload's metadata. Throws `request.invalid` naming the invalid field. */
export function readIntent(metadata: Record<string, string | null> | undefined): UploadIntent {
  const parsed = intent.safeParse(metadata ?? {})
  if (!parsed.success) throw invalid(String(parsed.error.issues[0]?.path[0] ?? 'bucket'))
  const { bucket, filename, project_id } = parsed.data
  const projectId = PROJECT_BUCKETS.includes(bucket) ? (project_id ?? null) : null
  if (PROJECT_BUCKETS.includes(bucket) && projectId === null) throw invalid('project_id')
  return { bucket, file_name: shownName(filename ?? ''), project_id: projectId }
}

/** Refuses a length that the bucket does not accept, before a byte is sent. */
export function assertLength(bucket: Bucket, bytes: number | undefined): void {
  const { maxBytes } = BUCKET_RULES[bucket]
  if (bytes === undefined || !Number.isSafeInteger(bytes)) throw new AppError('request.malformed')
  if (bytes > maxBytes)
    throw new AppError('upload.too_large', { fields: { file: uploadMessages.tooLarge(maxBytes) } })
  if (bytes < MIN_FILE_BYTES)
    throw new AppError('upload.bad_type', {
      fields: { file: uploadMessages.tooSmall(MIN_FILE_BYTES) },
    })
}

function invalid(field: string): AppError {
  return new AppError('request.invalid', { fields: { [field]: uploadMessages.failed } })
}

// Control and direction-changing characters only serve to disguise a name ("exe.mp4" shown for "4pm.exe").
// oxlint-disable-next-line no-control-regex -- matching control characters is the point
const DISGUISES = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Returns the last segment of whatever path was sent, without disguises, never blank. */
function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const kept = last.replace(DISGUISES, '').trim().slice(0, FILE_NAME_LENGTH)
  // Half a surrogate pair, sent or created by the cut, is not text and breaks every later encoder.
  return kept.replace(/\p{Surrogate}/gu, '') || 'file'
}
