import { z } from 'zod'
import { type Bucket, PICTURE_WIDTHS, pictureRenditions } from '#contract/uploads.ts'

const uuid = z.uuid()

/** Whether a part of an address can be an id of ours. */
export const isId = (text: string): boolean => uuid.safeParse(text).success

/** What a public address means in storage. */
export interface PublicAddress {
  /** The path of the picture itself. */
  path: string
  /** The path of the smaller copy that is meant, if one is. */
  rendition: string | null
}

/**
 * The stored paths of a public address's parts, or null when it cannot be one of ours. Nothing from
 * outside becomes a path before every part of it has been recognised.
 */
export function publicAddress(bucket: string, owner: string, file: string): PublicAddress | null {
  if (!isPublicBucket(bucket) || !isId(owner)) return null
  const [, id = '', name] = /^([0-9a-f-]{36})(?:-(\d+\.\w+)|\.webp)$/.exec(file) ?? []
  if (!isId(id)) return null
  if (name !== undefined && !pictureRenditions(bucket).includes(name)) return null
  const path = `${bucket}/${owner}/${id}.webp`
  return { path, rendition: name === undefined ? null : renditionPath(path, name) }
}

/** Where a file is stored: in folders by user id and, for files of a project, by its id (SPEC §3). */
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

/** Where a copy of a stored file lies. */
export const renditionPath = (path: string, name: string): string =>
  `${path.replace(/\.\w+$/, '')}-${name}`

/** The id of the file that a stored path belongs to, as itself or as a copy; null when it is none of ours. */
export function fileIdOf(path: string): string | null {
  const [, folders = '', id = ''] =
    /^[a-z-]+\/([0-9a-f-]{36}(?:\/[0-9a-f-]{36})?)\/([0-9a-f-]{36})(?:-[\w.]+|\.\w+)$/.exec(path) ??
    []
  return folders.split('/').every(isId) && isId(id) ? id : null
}

function isPublicBucket(bucket: string): bucket is keyof typeof PICTURE_WIDTHS {
  return Object.hasOwn(PICTURE_WIDTHS, bucket)
}
