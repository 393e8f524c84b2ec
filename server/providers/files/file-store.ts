import type { Readable } from 'node:stream'

/** Part of a stored file: both ends inclusive, counted from 0, as HTTP ranges are. */
export interface ByteSpan {
  first: number
  last: number
}

/** A stored file. */
export interface StoredFile {
  /** Bytes. */
  size: number
}

/** One entry of a listing. */
export interface ListedFile {
  path: string
  /** Stored bytes: more than the file's own size if it is encrypted. */
  size: number
  /** When it was stored. */
  since: Date
}

/** A copy of a file, made while its bytes arrive. An error in it ends the copy and is not thrown. */
export interface Draft {
  /** Reports that this many more bytes were written to the file. */
  add(bytes: number): void
  /** Reports that no more bytes will come. Drops the copy if some are missing. */
  end(): Promise<void>
}

/**
 * Where finished files live: a local directory or an S3-compatible store. Paths are our own
 * ('<bucket>/<owner>/<id>.<ext>', with the project after the owner if there is one), never a name from outside. A full
 * store throws an error whose `code` is ENOSPC, whatever the store itself calls it.
 */
export interface FileStore {
  /**
   * Stores a copy of a local file. Once it resolves, the copy is durable and completely visible; before that, none of
   * it is visible. Storing the same path again replaces it. The source still belongs to the caller.
   */
  put(fromPath: string, path: string): Promise<void>
  /**
   * Begins the copy that `put` from this path would make of a file of this many bytes, while each byte is written to it
   * once. Only where `put` makes an expensive copy; null: there is nothing to gain.
   */
  draft?(fromPath: string, size: number): Promise<Draft | null>
  /** Discards what `draft` began for a path if `put` did not take it. */
  dropDraft?(fromPath: string): Promise<void>
  /**
   * Streams a stored file, or the bytes of it that lie within a span: none if it begins after the last one. Null when
   * nothing is stored.
   */
  open(path: string, span?: ByteSpan): Promise<Readable | null>
  /** Deletes a stored file; idempotent. */
  remove(path: string): Promise<void>
  /** The entry stored under a path, or null. */
  stat(path: string): Promise<StoredFile | null>
  /** Everything under a folder ('avatars'), unordered, including leftovers of interrupted puts. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Closes connections. */
  close(): void
}
