import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { createPool } from '#server/db/pool.ts'

/**
 * The yardstick for sockets: what remains without sign-in, access rules, rooms, order, receipts or a second process. A
 * message is one INSERT, then it is sent to the sockets of its conversation. Takes PORT, DATABASE_URL and
 * DATABASE_POOL.
 */
const pool = createPool(process.env['DATABASE_URL'] ?? '', Number(process.env['DATABASE_POOL']))
const rooms = new Map<string, Set<WebSocket>>()

const http = createServer((request, response) => {
  void pool
    .query('select 1')
    .then(() => response.writeHead(request.url === '/health' ? 200 : 404).end())
})
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })

sockets.on('connection', (socket, request) => {
  const [, conversation = '', person = ''] = (request.url ?? '').split('/')
  const room = rooms.get(conversation) ?? new Set()
  rooms.set(conversation, room.add(socket))
  socket.on('close', () => room.delete(socket))
  socket.on('message', (content) => {
    void pool
      .query({
        name: 'keep',
        text: `insert into bare_messages (id, conversation_id, sender_id, content) values ($1, $2, $3, $4)
          returning id, conversation_id, sender_id, content, created_at`,
        values: [
          randomUUID(),
          conversation,
          person,
          Buffer.isBuffer(content) ? content.toString('utf8') : '',
        ],
      })
      .then(({ rows: [row] }) => {
        const text = JSON.stringify(row)
        for (const reader of room) reader.send(text)
      })
  })
})

http.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
