import type { IncomingMessage } from 'node:http'
import { networkOf } from '#server/limits/network.ts'
import { clientAddress } from '#server/http/client-address.ts'
import type { ClientSocket, SocketServer } from './socket-protocol.ts'

/** Socket limits of one process. */
export interface SocketLimits {
  /** The limit for everyone behind one address: a thousand tabs. */
  perAddress: number
  /**
   * The number of those that may not have signed in yet. Signing in takes one round trip, so a hundred allows many
   * concurrent sign-ins.
   */
  unsignedPerAddress: number
  /** The limit for one account: thirty tabs and phones. Further pages poll every few seconds instead. */
  perAccount: number
  /** The time within which a socket must sign in, in ms. A page sends its token with its first message. */
  signInMs: number
}

export const SOCKET_LIMITS: SocketLimits = {
  perAddress: 1_000,
  unsignedPerAddress: 100,
  perAccount: 30,
  signInMs: 10_000,
}

/** The parts of the engine's connection we use. */
interface Connection {
  request: IncomingMessage
  once(event: 'close', heard: () => void): void
}

/** This process's open sockets by network. */
export interface SocketCounts {
  /** Whether the sender of this request may open another socket. */
  admits(request: IncomingMessage): boolean
  /** Counts an opened socket, until it closes. */
  opened(connection: Connection): void
  signedIn(connection: object): void
}

interface Count {
  open: number
  unsigned: number
}

export function countSockets(limits: SocketLimits, trustedProxies: number): SocketCounts {
  const counts = new Map<string, Count>()
  /** Stops counting a connection as not signed in. */
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

/** Whether an account has reached its limit. */
export function hasAllSockets(
  sockets: SocketServer,
  room: string,
  { perAccount }: SocketLimits,
): boolean {
  return (sockets.of('/').adapter.rooms.get(room)?.size ?? 0) >= perAccount
}

/** Ends the connection together with the sign-in it was opened for: a remaining one would belong to no one. */
export function endWithSignIn(socket: ClientSocket): void {
  socket.on('disconnect', () => socket.conn.close())
}
