import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocketServer, type WebSocket } from 'ws'
import { createPool } from '#server/db/pool.ts'
import { listProjects, sendJson, storeMessage } from './bare-requests.ts'

/**
 * The yardstick for many processes: the bare server's two requests, and each message goes to the open pages of its
 * conversation, over a plain connection where another process has them. It has no sign-in, access rules, encryption,
 * ordering or catch-up. Takes PORT, DATABASE_URL, DATABASE_POOL, and in FELLOW_PORTS the ports on which the processes
 * listen for each other, its own first.
 */
const pool = createPool(process.env['DATABASE_URL'] ?? '', Number(process.env['DATABASE_POOL']))
const [ownPort = 0, ...fellowPorts] = (process.env['FELLOW_PORTS'] ?? '').split(',').map(Number)
/** The open pages of this process, and the other processes that have some, by conversation. */
const pages = new Map<string, Set<WebSocket>>()
const fellowsWith = new Map<string, Set<Socket>>()
/** Data that is written to all other processes. */
const fellows = new Map<number, Socket>()

/** What one process sends to another: that it has a page of a conversation open, or a message in one. */
interface Line {
  conversation: string
  message?: unknown
}

const setOf = <Value>(sets: Map<string, Set<Value>>, key: string): Set<Value> => {
  const set = sets.get(key) ?? new Set<Value>()
  sets.set(key, set)
  return set
}
const write = (to: Socket, line: Line) => to.write(`${JSON.stringify(line)}\n`)

function deliver(conversation: string, message: unknown): void {
  const text = JSON.stringify(message)
  for (const page of setOf(pages, conversation)) page.send(text)
}

/** Both ends of a connection read from it and write to it. */
function listenTo(fellow: Socket): void {
  fellow.setNoDelay(true)
  fellow.on('error', () => undefined)
  createInterface({ input: fellow }).on('line', (text) => {
    const { conversation, message } = JSON.parse(text) as Line
    if (message === undefined) setOf(fellowsWith, conversation).add(fellow)
    else deliver(conversation, message)
  })
}

/** The connection to another process; opened when the first page here has to be announced. */
function fellowAt(port: number): Socket {
  const open = fellows.get(port) ?? connect(port, '127.0.0.1')
  if (!fellows.has(port)) listenTo(open)
  fellows.set(port, open)
  return open
}

const server = createServer((request, response) => {
  const url = request.url ?? ''
  const conversation = url.split('/')[3] ?? ''
  const answer = url.startsWith('/api/projects')
    ? listProjects(pool)
    : url === '/health'
      ? pool.query('select 1')
      : storeMessage(pool, request, conversation).then((message) => {
          deliver(conversation, message)
          for (const fellow of setOf(fellowsWith, conversation))
            write(fellow, { conversation, message })
          return message
        })
  answer.then(
    (value) => sendJson(response, 200, value),
    (error: unknown) => sendJson(response, 500, String(error)),
  )
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (page, { url = '' }) => {
  const [, conversation = ''] = url.split('/')
  setOf(pages, conversation).add(page)
  for (const port of fellowPorts) write(fellowAt(port), { conversation })
})
createTcpServer(listenTo).listen(ownPort, '127.0.0.1')
server.listen(Number(process.env['PORT']), '127.0.0.1')
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => process.exit(0))
