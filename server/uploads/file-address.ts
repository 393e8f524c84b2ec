import { z } from 'zod'
import { PICTURE_WIDTHS, type PictureBucket, pictureRenditions } from '#contract/picture-address.ts'
import { type Bucket } from '#contract/uploads.ts'

const uuid = z.uuid()

/** Returns whether a segment of an address can be one of our ids. */
export const isId = (text: string): boolean => uuid.safeParse(text).success

/** What a public address means in the store. */
export interface PublicAddress {
  /** The path of the file itself; null where only the rendition may be shown. */
  path: string | null
  /** The path of the rendition to send, if it exists. */
  rendition: string | null
}

/**
 * Returns the stored paths of a public address's segments, or null when it cannot be ours. No outside input becomes a
 * path before every segment has been recognised. A video's address refers to its preview, which carries no metadata: no
 * place, no name of a phone.
 */
export function publicAddress(bucket: string, owner: string, file: string): PublicAddress | null {
  if (!isPublicBucket(bucket) || !isId(owner)) return null
  const [, id = '', name = '', ending = ''] =
    /^([0-9a-f-]{36})(?:-([\w.]+)|\.(webp|mp4|mov))$/.exec(file) ?? []
  if (!isId(id)) return null
  const path = `${bucket}/${owner}/${id}.${ending || 'webp'}`
  const hasFilms = bucket === 'portfolio'
  if (ending === 'webp') return { path, rendition: null }
  if (ending !== '')
    return hasFilms ? { path, rendition: renditionPath(path, 'preview.mp4') } : null
  const rendition = renditionPath(path, name)
  if (hasFilms && name === 'poster.webp') return { path: null, rendition }
  return pictureRenditions(bucket).includes(name) ? { path, rendition } : null
}

/** Returns where a file is stored: in folders by user id and, for project files, by project id (SPEC §3). */
export function storedPath(
  { bucket, owner_id, project_id, id }: StoredAs,
  extension: string,
): string {
  const folders = [bucket, owner_id, ...(project_id === null ? [] : [project_id])]
  return `${folders.join('/')}/${id}.${extension}`
}

interface StoredAs {
  bucket: Bucket
  owner_id: string
  project_id: string | null
  id: string
}

/** Returns the path of a stored file's rendition. */
export const renditionPath = (path: string, name: string): string =>
  `${path.replace(/\.\w+$/, '')}-${name}`

/** Returns the file id of a stored path, for the file or a rendition; null when it is not ours. */
export function fileIdOf(path: string): string | null {
  const [, folders = '', id = ''] =
    /^[a-z-]+\/([0-9a-f-]{36}(?:\/[0-9a-f-]{36})?)\/([0-9a-f-]{36})(?:-[\w.]+|\.\w+)$/.exec(path) ??
    []
  return folders.split('/').every(isId) && isId(id) ? id : null
}

function isPublicBucket(bucket: string): bucket is PictureBucket {
  return Object.hasOwn(PICTURE_WIDTHS, bucket)
}
