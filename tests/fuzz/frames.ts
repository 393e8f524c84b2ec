import WebSocket from 'ws'
import type { AccessWorld } from '#tests/access/access-world.ts'
import { tokenOf } from '#tests/support/api.ts'
import type { Chance } from './chance.ts'
import { HOSTILE_TEXTS, junk } from './hostile-values.ts'

/** After this long, in ms, the server will neither disconnect nor answer the last frame: a busy machine needs less. */
const PATIENCE_MS = 60_000

/** Sends valid and invalid frames over one connection. Resolves when it is disconnected or answered. */
export function sendFrames(origin: string, world: AccessWorld, chance: Chance): Promise<void> {
  const person = chance.one(Object.values(world.people))
  const rooms = [world.conversation.id, '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f', junk(chance, 1)]
  const place = () => ({
    deliverable_id: chance.one([world.deliverable.id, ...rooms]),
    at_ms: chance.one([0, 7_000, -1, 1e20, '7']),
    playing: chance.one([true, false, 1]),
  })
  const claim = () =>
    chance.now(0.25)
      ? place()
      : chance.now(0.5)
        ? { conversation_id: chance.one(rooms) }
        : junk(chance)
  const event = () =>
    chance.one([
      'join',
      'leave',
      'typing',
      'review:join',
      'review:leave',
      'review:at',
      'message:insert',
      'disconnect',
      '',
      7,
      null,
    ])
  const frame = (): string | Buffer => {
    const kind = chance.below(8)
    if (kind < 4)
      return `42${chance.one(['', '1', '99'])}${JSON.stringify([event(), claim(), claim()])}`
    if (kind === 4)
      return `4${chance.one(['3', '5', '6', '9', '51-', '2', '4'])}${JSON.stringify(junk(chance))}`
    if (kind === 5) return Buffer.from(chance.text(20))
    if (kind === 6) return '4'.repeat(chance.one([1, 20_000]))
    return chance.one(HOSTILE_TEXTS)
  }
  const token = chance.one([
    tokenOf(person),
    tokenOf(person),
    tokenOf(person),
    'x',
    junk(chance, 1),
  ])
  const frames = Array.from({ length: 5 }, frame)
  return new Promise((resolve, reject) => {
    const address = `${origin.replace('http', 'ws')}/realtime/?EIO=4&transport=websocket`
    const socket = new WebSocket(address)
    const late = setTimeout(() => {
      socket.terminate()
      reject(new Error('the socket neither answered nor hung up'))
    }, PATIENCE_MS)
    const end = () => {
      clearTimeout(late)
      socket.terminate()
      resolve()
    }
    let heard = 0
    socket.on('message', () => {
      heard += 1
      // The first is the handshake, the second the response to the sign-in.
      if (heard === 1) socket.send(`40${JSON.stringify({ token })}`)
      if (heard !== 2) return
      for (const one of frames) socket.send(one)
      socket.ping()
    })
    socket.on('pong', end)
    socket.on('close', end)
    socket.on('error', end)
  })
}
