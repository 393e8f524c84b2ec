import { setTimeout as pause } from 'node:timers/promises'
import { type RawData, WebSocket } from 'ws'

/** A person and the one conversation they talk in. */
export interface Talker {
  id: string
  conversationId: string
  token: string
}

/** The time between the insertion of a message's row and its arrival, in ms. */
export type Received = (ms: number) => void

/** Many open sockets to one server, as light as possible: one process holds them all. */
export interface Clients {
  sockets: WebSocket[]
  closed: () => number
  close: () => void
}

/** The wall clock in ms, with a finer resolution than Date.now(). */
const now = () => performance.timeOrigin + performance.now()
/** The number that connect at a time: a storm would measure the accept queue. */
const WAVE = 100

/** Opens a socket for each talker, round-robin until there are `count`. */
async function openAll(
  talkers: readonly Talker[],
  count: number,
  open: (talker: Talker) => Promise<WebSocket>,
): Promise<Clients> {
  const sockets: WebSocket[] = []
  let closed = 0
  for (let at = 0; at < count; at += WAVE) {
    const some = Array.from({ length: Math.min(WAVE, count - at) }, (_, n) => {
      const talker = talkers[(at + n) % talkers.length]
      if (talker === undefined) throw new Error('nobody talks')
      return open(talker)
    })
    sockets.push(...(await Promise.all(some)))
    await pause(5)
  }
  for (const socket of sockets) socket.on('close', () => (closed += 1))
  return {
    sockets,
    closed: () => closed,
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** Sockets of the product: its protocol (Engine.IO 4, Socket.IO 5), implemented by hand. */
export function openProductSockets(
  url: string,
  talkers: readonly Talker[],
  count: number,
  received: Received,
): Promise<Clients> {
  const address = `${url.replace('http', 'ws')}/realtime/?EIO=4&transport=websocket`
  return openAll(talkers, count, (talker) =>
    connected(new WebSocket(address, { perMessageDeflate: false }), (socket, text, done) => {
      if (text === '2') socket.send('3')
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: talker.token })}`)
      else if (text.startsWith('40')) done()
      else if (text.startsWith('42["message:insert"')) {
        const [, message] = JSON.parse(text.slice(2)) as [string, { created_at: string }]
        received(now() - micros(message.created_at))
      }
    }),
  )
}

/** Sockets of the bare server. */
export function openBareSockets(
  url: string,
  talkers: readonly Talker[],
  count: number,
  received: Received,
): Promise<Clients> {
  return openAll(talkers, count, (talker) => {
    const address = `${url.replace('http', 'ws')}/${talker.conversationId}/${talker.id}`
    const socket = new WebSocket(address, { perMessageDeflate: false })
    socket.on('message', (data) => {
      const message = JSON.parse(textOf(data)) as { created_at: string }
      received(now() - micros(message.created_at))
    })
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(socket))
      socket.once('error', reject)
    })
  })
}

function connected(
  socket: WebSocket,
  take: (socket: WebSocket, text: string, done: () => void) => void,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const done = () => resolve(socket)
    socket.on('message', (data) => take(socket, textOf(data), done))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('a socket was closed before it was connected')))
  })
}

const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')

/** Converts '…T12:00:00.123456Z' to ms with its microseconds, which Date drops. */
function micros(timestamp: string): number {
  const fraction = /\.(\d+)/.exec(timestamp)?.[1]?.padEnd(6, '0') ?? '0'
  return Date.parse(timestamp.replace(/\.\d+/, '')) + Number(fraction) / 1_000
}
