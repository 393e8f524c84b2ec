import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import type { Draft } from './file-store.ts'
import { FileSealer, type Sealing } from './file-sealer.ts'
import { newFileKey } from './sealed-format.ts'

/** Below this size, in bytes (4 MiB), encrypting the whole file is faster than starting a draft. */
const DRAFTED_FROM = 4 * 1024 * 1024

/**
 * The maximum number of drafts waiting to be stored. A file is stored in the same request, unless the database is
 * unavailable.
 */
const DRAFTS_KEPT = 1_000

/** Bytes that arrive before the thread is told to go on. */
const TOLD_EVERY = 512 * 1024

/** An encrypted copy of a file without its header, which depends on the path where the file will be stored. */
export interface SealedCopy {
  at: string
  fileKey: Buffer
  sealing: Sealing
}

/** Encrypted copies of local files, each next to its file. Some are begun while their file is still arriving. */
export class SealedCopies {
  readonly #sealer = new FileSealer()
  /** Keyed by the path of the source file. */
  readonly #drafts = new Map<string, SealedCopy & { isWhole: boolean }>()

  /** Begins a copy of a file that is arriving; returns null for one too small to benefit. */
  async draft(fromPath: string, size: number): Promise<Draft | null> {
    if (size < DRAFTED_FROM) return null
    await this.dropDraft(fromPath)
    const [oldest] = this.#drafts.keys()
    if (oldest !== undefined && this.#drafts.size >= DRAFTS_KEPT) await this.dropDraft(oldest)
    const copy = { ...this.#begin(fromPath, size), isWhole: false }
    this.#drafts.set(fromPath, copy)
    let [arrived, told] = [0, 0]
    return {
      add(bytes) {
        arrived += bytes
        if (arrived - told < TOLD_EVERY && arrived < size) return
        told = arrived
        copy.isWhole = arrived === size
        copy.sealing.upTo(arrived)
      },
      end: async () => {
        if (!copy.isWhole) await this.dropDraft(fromPath)
      },
    }
  }

  /** Discards a draft. */
  async dropDraft(fromPath: string): Promise<void> {
    const draft = this.#drafts.get(fromPath)
    if (draft === undefined) return
    this.#drafts.delete(fromPath)
    await this.#forget(draft)
  }

  /**
   * Returns a copy of a whole file: the draft, if there is one. The caller removes it, and never stores it twice: its
   * key encrypts one file.
   */
  async of(fromPath: string): Promise<SealedCopy> {
    if (this.#drafts.get(fromPath)?.isWhole === false) await this.dropDraft(fromPath)
    const draft = this.#drafts.get(fromPath)
    this.#drafts.delete(fromPath)
    // A failed draft is encrypted again from the file; if that fails too, the file is at fault.
    const drafted = draft === undefined ? null : await this.#finished(draft).catch(() => null)
    if (drafted !== null) return drafted
    const { size } = await stat(fromPath)
    const copy = this.#begin(fromPath, size)
    copy.sealing.upTo(size)
    return this.#finished(copy)
  }

  close(): void {
    this.#sealer.close()
  }

  /** Next to the source, so that a local store links the copy instead of copying it again. */
  #begin(fromPath: string, size: number): SealedCopy {
    const [at, fileKey] = [`${fromPath}.${randomUUID()}`, newFileKey()]
    return { at, fileKey, sealing: this.#sealer.begin({ from: fromPath, to: at, size, fileKey }) }
  }

  async #finished(copy: SealedCopy): Promise<SealedCopy> {
    try {
      await copy.sealing.done
      return copy
    } catch (error) {
      await this.#forget(copy)
      throw error
    }
  }

  async #forget({ at, sealing }: SealedCopy): Promise<void> {
    sealing.drop()
    // The thread may still be writing it.
    await sealing.done.catch(() => {})
    await rm(at, { force: true })
  }
}
