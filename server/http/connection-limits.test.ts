import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connection-limits.ts'

const LIMIT = 3
const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean()
})

async function listening(trustedProxies: number): Promise<Server> {
  const server = createServer((_, response) => response.end('here'))
  limitConnections(server, trustedProxies, LIMIT)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

/** Opens a connection and sends a request; returns the outcome. */
async function ask(server: Server): Promise<{ answer: 'here' | 'closed'; socket: Socket }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  cleanUp.push(() => socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const answer = await Promise.race([
    once(socket, 'data').then(() => 'here' as const),
    once(socket, 'close').then(() => 'closed' as const),
  ])
  return { answer, socket }
}

test('an address has a limited number of connections, and gets another when it closes one', async () => {
  const server = await listening(0)
  const open: Socket[] = []
  for (let one = 0; one < LIMIT; one += 1) {
    const { answer, socket } = await ask(server)
    expect(answer).toBe('here')
    open.push(socket)
  }
  expect((await ask(server)).answer).toBe('closed')
  open[0]?.destroy()
  // Exactly one slot becomes free, as soon as the server has noticed the close.
  await expect.poll(async () => (await ask(server)).answer, { timeout: 60_000 }).toBe('here')
  expect((await ask(server)).answer).toBe('closed')
})

test('behind a proxy, connections are not counted, since all of them are the proxy’s', async () => {
  const server = await listening(1)
  for (let one = 0; one <= LIMIT; one += 1) expect((await ask(server)).answer).toBe('here')
})
