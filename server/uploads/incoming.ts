import type { DataStore } from '@tus/server'

/** All bytes of an upload. */
export interface ArrivedBytes {
  /** The path of the bytes on this machine. */
  bytesAt: string
  /** SHA-256 of them, in hex. */
  sha256: string
}

/** Uploads in progress, as the tus server reads and writes them. */
export interface Incoming extends DataStore {
  /** Returns the bytes of a complete upload, on this machine's disk. May be called repeatedly. */
  arrived(id: string): Promise<ArrivedBytes>
  /** Deletes everything of an upload. Idempotent. */
  forget(id: string): Promise<void>
  /** Deletes this machine's copy of an upload that other processes can continue. */
  release(id: string): Promise<void>
  /** Returns whether the upload exists. */
  has(id: string): Promise<boolean>
  /** Returns the ids of unfinished uploads that began before a moment, each once. */
  begunBefore(moment: Date): AsyncIterable<string>
}
