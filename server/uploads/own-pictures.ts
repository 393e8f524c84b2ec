import { uploadMessages } from '#contract/uploads.ts'
import type { Queryable } from '../db/pool.ts'
import { rows, sql } from '../db/sql.ts'
import { AppError } from '../http/app-error.ts'

/** Public files are served under this path, followed by their path in storage. */
const PUBLIC_PREFIX = '/storage/public/'

/** Pictures somebody wants to show, and the form field that named them. */
export interface PicturesToShow {
  ownerId: string
  bucket: 'avatars' | 'product-images'
  urls: readonly string[]
  field: string
}

/**
 * Refuses (upload.not_yours) unless every address is a finished upload of the owner in that bucket: nobody
 * shows another's file, and no address leads out of our storage.
 */
export async function assertOwnPictures(db: Queryable, pictures: PicturesToShow): Promise<void> {
  const paths = [...new Set(pictures.urls.map((url) => url.slice(PUBLIC_PREFIX.length)))]
  if (paths.length === 0) return
  const own = await rows<{ path: string }>(
    db,
    sql`select path from files
      where bucket = ${pictures.bucket} and owner_id = ${pictures.ownerId} and path = any(${paths})`,
  )
  if (own.length < paths.length) {
    throw new AppError('upload.not_yours', { fields: { [pictures.field]: uploadMessages.failed } })
  }
}
