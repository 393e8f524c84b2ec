import type { PreviousUpload } from 'tus-js-client'
import { type Bucket, UPLOAD_PATH } from '#contract/uploads.ts'

/** The owner of the uploads, and their purpose. */
export interface UploadScope {
  bucket: Bucket
  projectId?: string
  userId: string
}

/** An upload that a closed page left behind: choosing the same file again resumes it. */
export interface UnfinishedUpload {
  key: string
  name: string
  /** Bytes in all. */
  size: number
  /** The server's address of what arrived; null when the server does not give one. */
  url: string | null
}

/** Where the upload client stores what it needs to resume. */
const STORED = 'tus::'

/** The part of a fingerprint that all files of a scope share. */
export function fingerprintScope({ bucket, projectId, userId }: UploadScope): string {
  return ['cartwright', userId, bucket, projectId ?? ''].join('|')
}

/** Returns the unfinished uploads of a scope in this browser, newest first. */
export function unfinishedUploads(storage: Storage, scope: UploadScope): UnfinishedUpload[] {
  const wanted = `${STORED}${fingerprintScope(scope)}|`
  const found: (UnfinishedUpload & { begun: number })[] = []
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index)
    if (!key?.startsWith(wanted)) continue
    const upload = parse(storage.getItem(key))
    if (upload === null) continue
    found.push({
      key,
      name: upload.metadata['filename'] ?? '',
      size: upload.size ?? 0,
      url: upload.uploadUrl?.includes(UPLOAD_PATH) ? upload.uploadUrl : null,
      begun: Date.parse(upload.creationTime) || 0,
    })
  }
  return found
    .toSorted((a, b) => b.begun - a.begun)
    .map(({ key, name, size, url }) => ({ key, name, size, url }))
}

function parse(text: string | null): PreviousUpload | null {
  try {
    const stored = JSON.parse(text ?? 'null') as PreviousUpload | null
    return stored && typeof stored.metadata === 'object' ? stored : null
  } catch {
    return null
  }
}
