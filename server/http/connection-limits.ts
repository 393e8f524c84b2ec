import type { Server } from 'node:http'
import { networkOf } from '#server/limits/network.ts'

/**
 * Open connections per address and process. A browser opens six and a socket or two, so this allows some 130 people
 * behind one address at the same moment; a client that closes idle connections needs no more.
 */
export const CONNECTIONS_PER_ADDRESS = 1_000

/**
 * Ends connections beyond an address's share before reading a byte. Not used behind proxies: there every connection is
 * the proxy's, and limiting clients is the proxy's job (docs/operations.md).
 */
export function limitConnections(
  server: Server,
  trustedProxies: number,
  perAddress = CONNECTIONS_PER_ADDRESS,
): void {
  if (trustedProxies > 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const others = open.get(network) ?? 0
    if (others >= perAddress) return void socket.destroy()
    open.set(network, others + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
