import type { Log } from '#server/logging/log.ts'
import type { ClientSocket } from './socket-protocol.ts'

/**
 * The queue limit per client: far more than a conversation needs, far less than what queues of thousands of clients
 * would cost.
 */
export interface QueueLimits {
  packets: number
  bytes: number
}
export const QUEUE_LIMITS: QueueLimits = { packets: 500, bytes: 512 * 1024 }

/** The parts of the engine's connection and packets we use. */
interface Packet {
  data?: unknown
}

/**
 * Disconnects a socket that does not read what it is sent: its queue is dropped, and the client reconnects and catches
 * up. The engine hands over its queue each time the client has taken everything before it.
 */
export function dropWhenSlow(socket: ClientSocket, limits: QueueLimits, log: Log): void {
  const { conn } = socket
  let packets = 0
  let bytes = 0
  conn.on('packetCreate', ({ data }: Packet) => {
    packets += 1
    bytes += typeof data === 'string' ? data.length : 0
    if (packets <= limits.packets && bytes <= limits.bytes) return
    log.info({ packets, bytes }, 'a socket does not read; let go of it')
    // `true` drops the queue: a graceful close would wait behind it, and so would a websocket close frame.
    conn.close(true)
    const { socket: wire } = conn.transport as { socket?: { terminate?: () => void } }
    wire?.terminate?.()
  })
  conn.on('flush', () => {
    packets = 0
    bytes = 0
  })
}
