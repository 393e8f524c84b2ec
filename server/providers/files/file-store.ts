import type { Readable } from 'node:stream'

/** Part of a stored file: both ends included, counted from 0, as HTTP ranges are. */
export interface ByteSpan {
  first: number
  last: number
}

/** What is stored under a path. */
export interface StoredFile {
  /** Bytes. */
  size: number
}

/** One entry of a listing. */
export interface ListedFile extends StoredFile {
  path: string
  /** When it came to be here. */
  since: Date
}

/**
 * Where finished files live: a local directory or an S3-compatible store. Paths are ours
 * ('<bucket>/<owner>/<id>.<ext>', with the project behind the owner where there is one), never a name from outside. A store without room throws an error
 * whose `code` is ENOSPC, whatever it calls that itself.
 */
export interface FileStore {
  /**
   * Stores a copy of a local file. When it resolves the copy survives a power cut and is visible whole;
   * until then nothing of it is. Putting the same path again replaces it. The source stays the caller's.
   */
  put(fromPath: string, path: string): Promise<void>
  /** Streams a stored file or a part of it, or null where nothing is stored. */
  open(path: string, span?: ByteSpan): Promise<Readable | null>
  /** Forgets a stored file; one that is not there is fine. */
  remove(path: string): Promise<void>
  /** What is stored under a path, or null. */
  stat(path: string): Promise<StoredFile | null>
  /** Everything under a folder ('avatars'), in any order, leftovers of interrupted puts included. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Lets go of connections. */
  close(): void
}
