import { userRoom } from './topics.ts'
import type { ClientSocket, SocketServer } from './socket-protocol.ts'

/** Returns which of these sessions are still valid at a given time. */
export type LivingSessions = (sessionIds: readonly string[], now: Date) => Promise<Set<string>>

/** The number of sessions one statement checks. */
const AT_ONCE = 1_000

/**
 * Closes the sockets of this process, or of these people, whose token has expired or whose session is over. Only a
 * definite answer closes a socket; while the database is unreachable it stays open.
 */
export async function closeEnded(
  sockets: SocketServer,
  livingSessions: LivingSessions,
  now: Date,
  people?: readonly string[],
): Promise<void> {
  const open = new Map<string, ClientSocket[]>()
  for (const socket of people === undefined ? allOf(sockets) : socketsOf(sockets, people)) {
    const { viewer, expiresAt } = socket.data
    if (expiresAt !== null && expiresAt <= now) socket.disconnect(true)
    else open.set(viewer.sessionId, [...(open.get(viewer.sessionId) ?? []), socket])
  }
  const ids = [...open.keys()]
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const living = await livingSessions(some, now)
    for (const id of some) {
      if (!living.has(id)) for (const socket of open.get(id) ?? []) socket.disconnect(true)
    }
  }
}

const allOf = (sockets: SocketServer): ClientSocket[] => [...sockets.of('/').sockets.values()]

/** The sockets that these people have open in this process. */
export function socketsOf(sockets: SocketServer, people: readonly string[]): ClientSocket[] {
  const { adapter, sockets: all } = sockets.of('/')
  const ids = people.flatMap((id) => [...(adapter.rooms.get(userRoom(id)) ?? [])])
  return ids.flatMap((id) => all.get(id) ?? [])
}

/** The expiry of a token that was verified before. Null when it names none. */
export function expiryOf(token: string): Date | null {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    )
    const { exp } = claims as { exp?: unknown }
    return typeof exp === 'number' ? new Date(exp * 1_000) : null
  } catch {
    return null
  }
}
