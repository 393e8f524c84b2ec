import type { Log } from '#server/logging/log.ts'
import type { ClientSocket } from './socket-protocol.ts'

/** What may wait for one reader: far more than a talk needs, far less than what thousands of them would cost us. */
export interface QueueLimits {
  packets: number
  bytes: number
}
export const QUEUE_LIMITS: QueueLimits = { packets: 500, bytes: 512 * 1024 }

/** What we use of the engine's connection and of the packets it sends. */
interface Packet {
  data?: unknown
}

/**
 * Lets go of a socket that does not take what it is sent: what waits is thrown away, the client connects again and
 * reads on from where it was. The engine hands over what waits each time the reader has taken all before.
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
    // `true` throws away what waits: a polite end would wait behind it, and so would a websocket's farewell.
    conn.close(true)
    const { socket: wire } = conn.transport as { socket?: { terminate?: () => void } }
    wire?.terminate?.()
  })
  conn.on('flush', () => {
    packets = 0
    bytes = 0
  })
}
