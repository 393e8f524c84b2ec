import type { DataStore } from '@tus/server'

/** The bytes of an upload, all of them. */
export interface ArrivedBytes {
  /** Where they are on this machine. */
  bytesAt: string
  /** SHA-256 of them, in hex. */
  sha256: string
}

/** Uploads in progress, as the protocol's server reads and writes them. */
export interface Incoming extends DataStore {
  /** The bytes of a complete upload, on this machine's disk. May be called repeatedly. */
  arrived(id: string): Promise<ArrivedBytes>
  /** Deletes everything of an upload; idempotent. */
  forget(id: string): Promise<void>
  /** Deletes this machine's copy of an upload that other processes can continue. */
  release(id: string): Promise<void>
  /** Whether the upload exists. */
  has(id: string): Promise<boolean>
  /** Ids of unfinished uploads that began before a moment, each once. */
  begunBefore(moment: Date): AsyncIterable<string>
}
