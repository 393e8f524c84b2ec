import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { SealingOrder } from './sealing-work.ts'

/** A message to the thread. */
export type SealingMessage = { id: number } & (
  | { order: SealingOrder }
  | { upTo: number }
  | { drop: true }
)

/** The thread's reply when a file is encrypted, or the reason why it is not. */
export interface SealingAnswer {
  id: number
  problem?: { message: string; code?: string }
}

/** A file that is being encrypted. */
export interface Sealing {
  /** Reports that this many bytes can be read now. The file is completed once all of them can. */
  upTo(bytes: number): void
  /** Aborts, unless it is complete. */
  drop(): void
  /** Resolves once everything but the header is written; rejects with the system's error code if it cannot be. */
  done: Promise<void>
}

/** Beside the sources, or beside the bundle that this file is part of (scripts/build.mjs). */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './sealing-thread.ts' : './file-sealer.js',
    import.meta.url,
  ),
)

interface Waiting {
  resolve: () => void
  reject: (error: Error) => void
}

/** Encrypts files in a worker thread, which starts with the first file. */
export class FileSealer {
  #thread: Worker | null = null
  #next = 0
  readonly #waiting = new Map<number, Waiting>()

  /** Begins encrypting a file, which may still be empty. */
  begin(order: SealingOrder): Sealing {
    const id = (this.#next += 1)
    const thread = (this.#thread ??= this.#start())
    // The process may exit while no file is being encrypted.
    thread.ref()
    const done = new Promise<void>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
    // Awaited when the file is stored. Until then a rejection must not count as unhandled.
    done.catch(() => {})
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    const post = (message: SealingMessage) => thread.postMessage(message)
    post({ id, order })
    return {
      done,
      upTo: (bytes) => post({ id, upTo: bytes }),
      drop: () => post({ id, drop: true }),
    }
  }

  /** Terminates the thread, and aborts every file it has not completed. */
  close(): void {
    void this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(PROGRAM, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // The thread needs none of the environment, which contains secrets.
      env: {},
    })
    let cause: Error | null = null
    thread.on('message', ({ id, problem }: SealingAnswer) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) thread.unref()
      if (problem === undefined) waiting?.resolve()
      else waiting?.reject(Object.assign(new Error(problem.message), { code: problem.code }))
    })
    thread.on('error', (error: Error) => (cause = error))
    // The next file starts a new thread.
    thread.on('exit', () => {
      this.#thread = null
      const left = [...this.#waiting.values()]
      this.#waiting.clear()
      for (const { reject } of left)
        reject(new Error('the thread that encrypts files has ended', { cause }))
    })
    return thread
  }
}
