import { parentPort } from 'node:worker_threads'
import type { SealingAnswer, SealingMessage } from './file-sealer.ts'
import { SealingWork } from './sealing-work.ts'

/**
 * The thread that seals files (file-sealer.ts). Its heap is small, so the buffers that encrypting leaves behind are collected at no cost; in
 * the process's own they are a third of the work.
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
  } else if (end(id)) answer({ id, problem: { message: 'it was given up' } })
})

/** One slice, then whatever else waits. */
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

/** False where it has ended before. */
function end(id: number): boolean {
  works.get(id)?.work.close()
  return works.delete(id)
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const answer = (message: SealingAnswer): void => parentPort?.postMessage(message)
