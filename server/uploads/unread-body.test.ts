import Fastify from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { discardUnreadBodies, type UnreadBounds } from './unread-body.ts'

const ANNOUNCED = 40_000_000

/** A server that responds after the first piece of a body, and a client that has announced a large one. */
async function refusedSender(bounds: UnreadBounds) {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  discardUnreadBodies(app, bounds)
  app.patch('/', async (request, reply) => {
    await new Promise((resolve) => request.raw.once('data', resolve))
    request.raw.pause()
    return reply.status(507).send('full')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  let heard = ''
  socket.on('error', () => {}).on('data', (piece) => (heard += piece))
  socket.write(`PATCH / HTTP/1.1\r\nhost: here\r\ncontent-length: ${ANNOUNCED}\r\n\r\nbegin`)
  await expect.poll(() => heard).toContain('507')
  return { app, socket, closed }
}

test('a refused sender that goes on is read up to the bound, then cut off', async () => {
  const { app, socket, closed } = await refusedSender({ bytes: 1_000_000, ms: 600_000 })
  socket.write(Buffer.alloc(ANNOUNCED / 2))
  await closed
  await app.close()
})

test('a refused sender that stops in the middle is cut off after a timeout', async () => {
  const { app, closed } = await refusedSender({ bytes: ANNOUNCED, ms: 20 })
  await closed
  await app.close()
})
