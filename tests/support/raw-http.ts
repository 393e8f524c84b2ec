import { connect } from 'node:net'

/**
 * Sends raw bytes to a port of this machine and returns everything received until the server disconnects, as text;
 * after `idleMs` of silence the client disconnects itself.
 */
export function sendRaw(
  port: number,
  pieces: readonly string[],
  { idleMs = 0 }: { idleMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => (answer += text))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    )
    for (const piece of pieces) socket.write(piece, 'latin1')
  })
}
