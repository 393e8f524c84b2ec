import type { Socket } from 'node:net'
import type { News } from './news.ts'

/** The longest line that is read, in characters: a batch of 500 messages of 4,000 characters and their ids. */
const MOST_CHARACTERS = 4_000_000

/**
 * Calls `read` with the complete lines of each piece that arrives. Closes a connection whose line is too long, or whose
 * lines `read` cannot parse.
 */
export function readLines(socket: Socket, read: (lines: string[]) => void): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (piece: string) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MOST_CHARACTERS) return void socket.destroy()
    try {
      if (lines.length > 0) read(lines)
    } catch {
      socket.destroy()
    }
  })
}

/** The maximum number of batches that wait for one acknowledgement. */
const MOST_HELD = 100

/**
 * Acknowledges received batches together, `holdMs` after the first of them: each write to a socket costs some 80 µs of
 * processor time, about as much as the news itself.
 */
export function createAcknowledgement(socket: Socket, holdMs: number): (count: number) => void {
  let held = 0
  let timer: NodeJS.Timeout | null = null
  const say = () => {
    timer = null
    socket.write(`${held}\n`)
    held = 0
  }
  socket.on('close', () => timer !== null && clearTimeout(timer))
  return (count) => {
    held += count
    if (held < MOST_HELD) timer ??= setTimeout(say, holdMs)
    else {
      if (timer !== null) clearTimeout(timer)
      say()
    }
  }
}

/** Batches that were sent but not yet acknowledged, in order. */
export interface Unacknowledged {
  sent(news: readonly News[]): void
  /** The other side has received this many more batches. Throws when fewer were sent. */
  acknowledge(count: number): void
  count(): number
  /** When the oldest of them was sent (`performance.now`); Infinity when there are none. */
  oldestAt(): number
  /** Their news, all together. */
  rest(): News[]
}

export function createUnacknowledged(): Unacknowledged {
  const batches: { news: readonly News[]; at: number }[] = []
  return {
    sent: (news) => void batches.push({ news, at: performance.now() }),
    acknowledge(count) {
      if (!(count >= 0 && count <= batches.length)) throw new Error('more acknowledged than sent')
      batches.splice(0, count)
    },
    count: () => batches.length,
    oldestAt: () => batches[0]?.at ?? Infinity,
    rest: () => batches.flatMap(({ news }) => [...news]),
  }
}
