import { type PictureBucket } from '#contract/picture-address.ts'
import { PUBLIC_BUCKETS, uploadMessages } from '#contract/uploads.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'

/** Public files are served under this path, followed by their stored path. */
const PUBLIC_PREFIX = '/storage/public/'

/** Pictures and videos to show, and the form field that named them. */
export interface PicturesToShow {
  ownerId: string
  /** Null accepts any public bucket. */
  bucket: PictureBucket | null
  urls: readonly string[]
  field: string
}

/** What follows '#' is meant for the screens. */
const pathOf = (url: string) => url.slice(PUBLIC_PREFIX.length).replace(/#.*$/, '')

/**
 * Throws upload.not_yours unless every address is the owner's finished upload in that bucket: no one can show another
 * person's file, and no address leads out of our storage. The files stay locked until the transaction `tx` ends: a
 * clean-up either ran before, or sees them in use.
 */
export async function assertOwnPictures(tx: Tx, pictures: PicturesToShow): Promise<void> {
  const paths = [...new Set(pictures.urls.map(pathOf))]
  if (paths.length === 0) return
  const { bucket } = pictures
  const own = await rows<{ path: string }>(
    tx,
    sql`select path from files
      where bucket = any(${bucket === null ? PUBLIC_BUCKETS : [bucket]}) and owner_id = ${pictures.ownerId} and path = any(${paths})
      for key share`,
  )
  if (own.length < paths.length) {
    throw new AppError('upload.not_yours', { fields: { [pictures.field]: uploadMessages.failed } })
  }
}
