import type { FileStore } from '#server/providers/files/file-store.ts'
import { sealedSize } from '#server/providers/files/sealed-format.ts'

/** A stored piece of an unfinished upload: `size` bytes from `offset` on. */
export interface Piece {
  path: string
  offset: number
  size: number
}

/**
 * The bucket's folder of unfinished uploads. It is not one of the product's buckets, so the nightly sweep ignores it.
 */
const FOLDER = 'incoming'

/** Returns the folder of one upload. */
const uploadFolder = (id: string): string => `${FOLDER}/${id}`
/** The record of what an upload is for: written first, removed last. */
export const descriptionPath = (id: string): string => `${uploadFolder(id)}/upload.json`

/** Returns the path of a piece, which contains its position; a retry stores the same bytes again. */
export const piecePath = (id: string, offset: number, size: number): string =>
  `${uploadFolder(id)}/${offset}-${size}`

/** Returns every piece of an upload, in the order of their offsets. */
export async function piecesOf(files: FileStore, id: string): Promise<Piece[]> {
  const pieces: Piece[] = []
  for await (const { path, size } of files.list(uploadFolder(id))) {
    const [, offset, length] = /\/(\d+)-(\d+)$/.exec(path) ?? []
    const [from, bytes] = [Number(offset), Number(length)]
    // A piece shorter than its name says is incomplete. A listing has the stored size, which may be the encrypted one.
    if (offset !== undefined && (size === bytes || size === sealedSize(bytes)))
      pieces.push({ path, offset: from, size: bytes })
  }
  return pieces.toSorted((a, b) => a.offset - b.offset)
}

/**
 * Returns the contiguous pieces from the first byte on, each continuing where the previous one ended: pieces may
 * overlap if a store reported a failure but stored the bytes.
 */
export function continuous(pieces: readonly Piece[]): { piece: Piece; skip: number }[] {
  const found: { piece: Piece; skip: number }[] = []
  let end = 0
  for (const piece of pieces) {
    if (piece.offset > end) break
    if (piece.offset + piece.size <= end) continue
    found.push({ piece, skip: end - piece.offset })
    end = piece.offset + piece.size
  }
  return found
}

/** Deletes all pieces of an unfinished upload, then its record. */
export async function removePieces(files: FileStore, id: string): Promise<void> {
  for await (const { path } of files.list(uploadFolder(id)))
    if (path !== descriptionPath(id)) await files.remove(path)
  await files.remove(descriptionPath(id))
}

/** Returns the number of bytes that have arrived without a gap. */
export const arrivedBytes = (pieces: readonly Piece[]): number => {
  const last = continuous(pieces).at(-1)
  return last === undefined ? 0 : last.piece.offset + last.piece.size
}

/** Returns the ids of all unfinished uploads of a bucket, once per piece. */
export async function* unfinishedIds(files: FileStore): AsyncIterable<string> {
  for await (const { path } of files.list(FOLDER)) yield path.split('/')[1] ?? ''
}
