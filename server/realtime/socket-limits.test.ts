import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildCreator } from '#tests/support/builders.ts'
import { next, type SocketProcess, socketTo, startSockets } from '#tests/support/sockets.ts'

/** Disables the sign-in timeout during the test: only closing frees a slot. */
const LIMITS = { perAddress: 6, unsignedPerAddress: 3, perAccount: 2, signInMs: 600_000 }

/** A close is noticed immediately on an idle machine; a busy one gets a minute. */
const PATIENTLY = { timeout: 60_000 }

let api: TestApi
let process: SocketProcess
const open: { close(): unknown }[] = []

beforeAll(async () => {
  api = await startApi({ config: { trustedProxies: 1 } })
  process = await startSockets(api, { socketLimits: LIMITS })
})
afterAll(async () => {
  await process.close()
  await api.close()
})
afterEach(async () => {
  for (const one of open.splice(0)) one.close()
  await vi.waitUntil(() => process.realtime.count() === 0, PATIENTLY)
})

const from = (ip: string) => ({ extraHeaders: { 'x-forwarded-for': ip } })

/** The outcome of a sign-in: 'connected', or the reason it failed. */
async function signIn(as: { id: string }, ip: string): Promise<string> {
  const socket: Socket = socketTo(process.url, tokenOf(as), from(ip))
  open.push(socket)
  return Promise.race([
    next(socket, 'connect').then(() => 'connected'),
    next<Error>(socket, 'connect_error').then((error) => error.message),
  ])
}

/** Opens a socket that never signs in; returns whether it was admitted. */
function idle(ip: string, at: SocketProcess = process): Promise<'open' | 'refused'> {
  const address = `${at.url.replace('http', 'ws')}/realtime/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': ip } })
  open.push(socket)
  return new Promise((resolve) => {
    // Answers the heartbeat; otherwise it would be closed for being silent.
    socket.on('message', (frame) => {
      if (Buffer.isBuffer(frame) && frame.toString() === '2') socket.send('3')
      resolve('open')
    })
    socket.once('error', () => resolve('refused'))
  })
}

test('an IP address has a limited number of sockets that have not signed in; others are unaffected', async () => {
  const asked: string[] = []
  for (let one = 0; one <= LIMITS.unsignedPerAddress; one += 1)
    asked.push(await idle('203.0.113.1'))
  expect(asked).toEqual(['open', 'open', 'open', 'refused'])
  expect(await idle('203.0.113.2')).toBe('open')
  // Once closed, they no longer count for anyone.
  open[0]?.close()
  await expect.poll(() => idle('203.0.113.1'), PATIENTLY).toBe('open')
})

test('an IP address has a limited number of sockets in total, for any number of people', async () => {
  const ip = '203.0.113.3'
  for (let one = 0; one < LIMITS.perAddress; one += 1)
    expect(await signIn(await buildCreator(api.pool), ip)).toBe('connected')
  expect(await signIn(await buildCreator(api.pool), ip)).not.toBe('connected')
  expect(await signIn(await buildCreator(api.pool), '203.0.113.4')).toBe('connected')
  open[0]?.close()
  const another = await buildCreator(api.pool)
  await expect.poll(() => signIn(another, ip), PATIENTLY).toBe('connected')
})

test('an account has a limited number of sockets, wherever they come from', async () => {
  const busy = await buildCreator(api.pool)
  expect(await signIn(busy, '203.0.113.5')).toBe('connected')
  expect(await signIn(busy, '203.0.113.6')).toBe('connected')
  expect(await signIn(busy, '203.0.113.7')).toBe('request.too_many')
  open[0]?.close()
  await expect.poll(() => signIn(busy, '203.0.113.7'), PATIENTLY).toBe('connected')
})

test('a socket that does not sign in, or has signed out, is closed', async () => {
  const quick = await startSockets(api, { socketLimits: { ...LIMITS, signInMs: 50 } })
  expect(await idle('203.0.113.8', quick)).toBe('open')
  await expect.poll(() => quick.realtime.count(), PATIENTLY).toBe(0)
  await quick.close()

  const person = await buildCreator(api.pool)
  const address = `${process.url.replace('http', 'ws')}/realtime/?EIO=4&transport=websocket`
  const socket = new WebSocket(address)
  const closed = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  let heard = 0
  socket.on('message', () => {
    heard += 1
    if (heard === 1) socket.send(`40${JSON.stringify({ token: tokenOf(person) })}`)
    // Leaves the namespace it signed in to, and keeps the connection.
    if (heard === 2) socket.send('41')
  })
  await closed
  expect(heard).toBeGreaterThanOrEqual(2)
})
