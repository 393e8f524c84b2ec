import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { SealingOrder } from './sealing-work.ts'

/** What the thread is told. */
export type SealingMessage = { id: number } & (
  | { order: SealingOrder }
  | { upTo: number }
  | { drop: true }
)

/** What it answers when a file is done, or why it is not. */
export interface SealingAnswer {
  id: number
  problem?: { message: string; code?: string }
}

/** A file that is being sealed. */
export interface Sealing {
  /** So many bytes of it are there to be read. With all of them it is completed. */
  upTo(bytes: number): void
  /** Gives it up, if it is not complete yet. */
  drop(): void
  /** Resolves once everything but the header is written; rejects with the system's code where it cannot be. */
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

/** Seals files in one thread beside the process, which is started with the first of them. */
export class FileSealer {
  #thread: Worker | null = null
  #next = 0
  readonly #waiting = new Map<number, Waiting>()

  /** Begins to seal a file, of which nothing needs to be there yet but the file itself. */
  begin(order: SealingOrder): Sealing {
    const id = (this.#next += 1)
    const thread = (this.#thread ??= this.#start())
    // A process may end while nothing is being sealed.
    thread.ref()
    const done = new Promise<void>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
    // Awaited when the file is stored; until then no one may look.
    done.catch(() => {})
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    const tell = (message: SealingMessage) => thread.postMessage(message)
    tell({ id, order })
    return {
      done,
      upTo: (bytes) => tell({ id, upTo: bytes }),
      drop: () => tell({ id, drop: true }),
    }
  }

  /** Ends the thread, and whatever it has not completed. */
  close(): void {
    void this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(PROGRAM, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // It needs neither the process's arguments nor its settings, which have secrets.
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
    // The next file starts another one.
    thread.on('exit', () => {
      this.#thread = null
      const left = [...this.#waiting.values()]
      this.#waiting.clear()
      for (const { reject } of left)
        reject(new Error('the thread that seals files has ended', { cause }))
    })
    return thread
  }
}
