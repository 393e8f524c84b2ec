import { connect } from 'node:net'
import { PATIENCE } from '#server/http/slow-clients.ts'
import type { Family } from './family.ts'

/** The number of concurrent connections of each kind. */
const MANY = 150
const FEW = 25
/** How late the product may be: it checks every few seconds, and a busy machine is late itself. */
const MARGIN_MS = 15_000

/** Ways to keep a connection busy without ever ending a request, and the longest each may last, in ms. */
const WAYS: Readonly<Record<string, { begin: string; drip: string; mostMs: number }>> = {
  'headers that trickle': {
    begin: 'GET /api/projects HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    drip: 'x',
    mostMs: PATIENCE.headersMs + PATIENCE.checkMs,
  },
  'a body that trickles': {
    begin:
      'POST /api/projects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    drip: ' ',
    mostMs: PATIENCE.bodyMs + PATIENCE.checkMs,
  },
  'chunks that trickle': {
    begin:
      'POST /api/projects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    drip: '1\r\n \r\n',
    mostMs: PATIENCE.bodyMs + PATIENCE.checkMs,
  },
}

/** How often a slow client sends its next few bytes, in ms: it is never silent long enough to be dropped for that. */
const DRIP_MS = 1_000

/**
 * Clients that never finish what they began. Each is disconnected within the product's time limit, and while hundreds
 * of them wait, other clients are served. It lasts as long as that limit, so it runs beside the other families.
 */
export const slowClients: Family = {
  name: 'slow clients',
  async attack(target, tally, { isShort }) {
    const port = Number(new URL(target.origin).port)
    const each = isShort ? FEW : MANY
    const began = performance.now()
    const waits = Object.entries(WAYS).flatMap(([what, way]) =>
      Array.from({ length: each }, async () => {
        const ms = await lasts(port, way)
        const isLate = ms > way.mostMs + MARGIN_MS
        tally.count(what, isLate ? `was still served after ${Math.round(ms)} ms` : null)
      }),
    )
    // While they wait, the same process answers other clients.
    const { status } = await target.send({ path: '/health' }, target.origin)
    tally.count('someone else meanwhile', status === 200 ? null : `was answered ${status}`)
    await Promise.all(waits)
    tally.facts.push(
      `${waits.length} at once, the last disconnected after ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    )
  },
}

/** How long the server keeps such a connection, in ms. */
function lasts(port: number, { begin, drip, mostMs }: (typeof WAYS)[string]): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1')
    const timer = setInterval(() => {
      if (performance.now() - began > mostMs + 2 * MARGIN_MS) socket.destroy()
      else if (socket.writable) socket.write(drip)
    }, DRIP_MS)
    socket.on('data', () => undefined)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - began)
    })
    socket.write(begin)
  })
}
