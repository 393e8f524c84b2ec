import { parentPort } from 'node:worker_threads'
import type { SealingAnswer, SealingMessage } from './file-sealer.ts'
import { SealingWork } from './sealing-work.ts'

/**
 * The thread that encrypts files (file-sealer.ts). Its heap is small, so collecting the buffers that encryption leaves
 * behind costs almost nothing; in the main thread's heap it was a third of the work.
 */
const works = new Map<number, { work: SealingWork; upTo: number; isGoing: boolean }>()

parentPort?.on('message', (message: SealingMessage) => {
  const { id } = message
  if ('order' in message)
    attempt(id, () =>
      works.set(id, { work: new SealingWork(message.order), upTo: 0, isGoing: false }),
    )
  else if ('upTo' in message) {
    const known = works.get(id)
    if (known === undefined) return
    known.upTo = message.upTo
    if (!known.isGoing) goOn(id)
  } else if (end(id)) answer({ id, problem: { message: 'it was aborted' } })
})

/** Encrypts one slice, then lets the other files have their turn. */
function goOn(id: number): void {
  const known = works.get(id)
  if (known === undefined) return
  attempt(id, () => {
    known.isGoing = known.work.goOn(known.upTo)
    if (known.isGoing) setImmediate(goOn, id)
    else if (known.work.isWhole) {
      end(id)
      answer({ id })
    }
  })
}

function attempt(id: number, step: () => unknown): void {
  try {
    step()
  } catch (error) {
    end(id)
    const { message, code } = error as NodeJS.ErrnoException
    answer({ id, problem: { message, ...(code === undefined ? {} : { code }) } })
  }
}

/** False if it had already ended. */
function end(id: number): boolean {
  works.get(id)?.work.close()
  return works.delete(id)
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const answer = (message: SealingAnswer): void => parentPort?.postMessage(message)
