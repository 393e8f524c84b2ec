import type { IncomingMessage } from 'node:http'
import { networkOf } from '#server/limits/network.ts'
import { clientAddress } from '#server/http/client-address.ts'
import type { ClientSocket, SocketServer } from './socket-protocol.ts'

/** How many sockets one process holds open for whom. */
export interface SocketLimits {
  /** For all people behind one address: a thousand tabs. */
  perAddress: number
  /** Of those, how many have not signed in yet. Signing in takes one journey, so a hundred is many people at once. */
  unsignedPerAddress: number
  /** For one account: thirty tabs and phones. Pages beyond that look for news every few seconds instead. */
  perAccount: number
  /** Until a socket has signed in, in ms. A page sends its token with its first message. */
  signInMs: number
}

export const SOCKET_LIMITS: SocketLimits = {
  perAddress: 1_000,
  unsignedPerAddress: 100,
  perAccount: 30,
  signInMs: 10_000,
}

/** What we use of the engine's connection. */
interface Connection {
  request: IncomingMessage
  once(event: 'close', heard: () => void): void
}

/** Open sockets of this process by the networks they come from. */
export interface SocketCounts {
  /** Whether one more may be opened by who sends this request. */
  admits(request: IncomingMessage): boolean
  /** A socket was opened; its end is noticed. */
  opened(connection: Connection): void
  signedIn(connection: object): void
}

interface Count {
  open: number
  unsigned: number
}

export function countSockets(limits: SocketLimits, trustedProxies: number): SocketCounts {
  const counts = new Map<string, Count>()
  /** Counts of the connections that have not signed in. */
  const unsigned = new Map<object, Count>()
  const networkOfRequest = (request: IncomingMessage) =>
    networkOf(clientAddress(request, trustedProxies))

  function signedIn(connection: object): void {
    const count = unsigned.get(connection)
    if (count === undefined) return
    unsigned.delete(connection)
    count.unsigned -= 1
  }

  return {
    admits(request) {
      const count = counts.get(networkOfRequest(request))
      if (count === undefined) return true
      return count.open < limits.perAddress && count.unsigned < limits.unsignedPerAddress
    },
    opened(connection) {
      const network = networkOfRequest(connection.request)
      const count = counts.get(network) ?? { open: 0, unsigned: 0 }
      counts.set(network, count)
      count.open += 1
      count.unsigned += 1
      unsigned.set(connection, count)
      connection.once('close', () => {
        signedIn(connection)
        count.open -= 1
        if (count.open === 0) counts.delete(network)
      })
    },
    signedIn,
  }
}

/** Whether an account has all the sockets it may have. */
export function hasAllSockets(
  sockets: SocketServer,
  room: string,
  { perAccount }: SocketLimits,
): boolean {
  return (sockets.of('/').adapter.rooms.get(room)?.size ?? 0) >= perAccount
}

/** Ends the connection with the sign-in it was opened for: one that stays would be nobody's. */
export function endWithSignIn(socket: ClientSocket): void {
  socket.on('disconnect', () => socket.conn.close())
}
