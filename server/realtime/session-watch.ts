import type { Authenticate } from '../http/routes.ts'
import type { Log } from '../http/log.ts'
import type { SocketServer } from './socket-server.ts'

/**
 * Closes the sockets of this process whose session is over or whose token has expired: everybody is asked
 * about again every `everyMs`. A socket is only closed on a clear no; while the database is away it stays.
 * Returns the way to stop.
 */
export function watchSessions(
  sockets: SocketServer,
  authenticate: Authenticate,
  log: Log,
  everyMs: number,
): () => void {
  let sweeping = false

  async function sweep(): Promise<void> {
    // One look-up at a time: thousands of sockets must not take the requests' connections away from them.
    for (const socket of sockets.of('/').sockets.values()) {
      const viewer = await authenticate(socket.data.token)
      if (viewer?.id !== socket.data.viewer.id) socket.disconnect(true)
    }
  }

  const timer = setInterval(() => {
    if (sweeping) return
    sweeping = true
    sweep()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'sessions of sockets could not be looked at'),
      )
      .finally(() => {
        sweeping = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
