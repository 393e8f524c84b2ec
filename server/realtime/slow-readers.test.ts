import { on, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createLog } from '#server/logging/log.ts'
import { dropWhenSlow } from './slow-readers.ts'
import { createSocketServer, REALTIME_PATH } from './socket-server.ts'
import type { SocketServer } from './socket-protocol.ts'

/** Over a websocket, where the system's own buffers hold several megabytes before anything queues here. */

const LIMITS = { packets: 100, bytes: 1024 * 1024 }
const TOPIC = 'x'.repeat(64 * 1024)
/** 32 MB: more than the buffers of both ends together may grow to. */
const PACKETS = 512

const http = createServer()
let io: SocketServer

beforeAll(async () => {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  io = createSocketServer(
    http,
    { publicUrl: 'http://localhost', privateFilesUrl: null, trustedProxies: 0 },
    null,
  )
  io.on('connection', (socket) => dropWhenSlow(socket, LIMITS, createLog('silent')))
})
afterAll(() => io.close())

it('a client that stops reading is disconnected; one that reads gets everything', async () => {
  const reader = await connect()
  const stalled = await connect()
  const gone = new Promise<string>((resolve) => {
    io.sockets.sockets.get(stalled.id)?.on('disconnect', resolve)
  })
  stalled.ws.pause()
  const heard = on(reader.ws, 'message')
  for (let sent = 0; sent < PACKETS; sent += 1) {
    io.emit('changed', { topics: [TOPIC], project_id: null })
    await heard.next()
  }
  expect(await gone).toBe('forced close')
  expect(io.sockets.sockets.has(reader.id)).toBe(true)
  // Closes the connection too, with everything queued in it: a graceful close would wait half a minute for its
  // response.
  await expect.poll(connections).toBe(1)
  for (const { ws } of [reader, stalled]) ws.terminate()
})

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    http.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

/** A hand-written websocket after its handshake; `id` is its socket's. */
async function connect(): Promise<{ ws: WebSocket; id: string }> {
  const { port } = http.address() as AddressInfo
  const ws = new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}/?EIO=4&transport=websocket`)
  await once(ws, 'message')
  ws.send('40')
  const [answer] = (await once(ws, 'message')) as [Buffer]
  const { sid } = JSON.parse(answer.toString().slice(2)) as { sid: string }
  return { ws, id: sid }
}
