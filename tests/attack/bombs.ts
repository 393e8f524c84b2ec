import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import WebSocket from 'ws'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import { authBodies } from '#contract/auth-schemas.ts'
import { AUTH_PATH } from '#contract/auth.ts'
import { schemas } from '#contract/schemas.ts'
import { HOLD_MS, leastOf } from '#tests/fuzz/event-loop.ts'
import { heavyBodies, heavyHeaders, heavyQueries } from '#tests/fuzz/heavy-shapes.ts'
import { BROKEN_JSON } from '#tests/fuzz/hostile-values.ts'
import type { Family } from './family.ts'
import type { Request, Target } from './target.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
/** The processor time that the server's one JavaScript thread has used since its start (server/metrics/metrics.ts). */
const MAIN_THREAD = 'cartwright_main_thread_cpu_seconds'

const zeros = Buffer.alloc(40 * 1024 * 1024, 0x20)

/** Bodies that would grow by a factor of a thousand if they were unpacked. */
const packed = (): [string, Buffer][] => [
  ['gzip', gzipSync(zeros)],
  ['deflate', deflateSync(zeros)],
  ['br', brotliCompressSync(zeros)],
  ['gzip, gzip', gzipSync(gzipSync(zeros))],
]

interface Bomb {
  what: string
  request: Request
}

const toProjects = (target: Target, what: string, body: string | Buffer, headers = {}): Bomb => ({
  what,
  request: {
    method: 'POST',
    path: '/api/projects',
    token: target.tokenOf(target.world.people.owner),
    headers: { ...JSON_TYPE, ...headers },
    body,
  },
})

/** One of each kind: a short run has all of these. */
function kinds(target: Target): Bomb[] {
  const token = target.tokenOf(target.world.people.owner)
  return [
    ...packed().map(([encoding, body]) =>
      toProjects(target, `a body packed as ${encoding}`, body, { 'content-encoding': encoding }),
    ),
    ...BROKEN_JSON.map((body) => toProjects(target, `a body of ${body.slice(0, 20)}`, body)),
    ...[65_537, 1_000_000].map((size) => toProjects(target, `${size} bytes`, '['.repeat(size))),
    // Without a schema: collections as the whole body.
    ...[...heavyBodies(undefined)].map(({ what, json }) => toProjects(target, what, json)),
    ...['1', '1e9', '99999999999999'].map((length) => ({
      what: `an upload that says ${length} bytes`,
      request: {
        method: 'POST',
        path: UPLOAD_PATH,
        token,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': length,
          'upload-metadata': `bucket ${Buffer.from('avatars').toString('base64')}`,
        },
      },
    })),
  ]
}

/** Every heavy value in every name of a form, a search and a sign-in, and in every header. */
function shapes(target: Target): Bomb[] {
  const token = target.tokenOf(target.world.people.owner)
  return [
    ...[...heavyBodies(schemas['projects.create'].body)].map(({ what, json }) =>
      toProjects(target, what, json),
    ),
    ...[...heavyBodies(authBodies.passwordGrant)].map(({ what, json }) => ({
      what: `sign-in, ${what}`,
      request: {
        method: 'POST',
        path: `${AUTH_PATH}/token?grant_type=password`,
        headers: JSON_TYPE,
        body: json,
      },
    })),
    ...[...heavyQueries(schemas['projects.list'].query)].map(({ what, value }) => ({
      what,
      request: { path: `/api/projects${value as string}`, token },
    })),
    ...heavyHeaders().map(({ what, headers }) => ({
      what,
      request: { path: '/api/projects', headers },
    })),
  ]
}

/**
 * Requests that are small to send and large to process. Each may hold the server's event loop for HOLD_MS of its own
 * processor time, measured in the server as the time its JavaScript thread spent while the request was there. Waiting
 * and other processes are not included, so a slow machine changes it little. Anything else the server does in that
 * moment is included, so a request counts only if it is slow every time it is repeated.
 */
export const bombFamily: Family = {
  name: 'bombs',
  async attack(target, tally, { some }) {
    let slowest = { ms: 0, what: 'none' }
    for (const { what, request } of [...kinds(target), ...some(shapes(target), 30, 500)]) {
      let status = 0
      const sendOnce = async () => {
        const before = await target.metric(MAIN_THREAD)
        status = (await target.send(request)).status
        return ((await target.metric(MAIN_THREAD)) - before) * 1_000
      }
      const held = await leastOf(sendOnce)
      if (Number.isNaN(held)) throw new Error(`the server does not tell ${MAIN_THREAD}`)
      if (held > slowest.ms) slowest = { ms: held, what }
      const isAnswered = status > 0 && status < 500
      const complaint =
        held > HOLD_MS
          ? `held the event loop for ${Math.round(held)} ms`
          : isAnswered
            ? null
            : `answered ${status}`
      tally.count(what, complaint)
    }
    tally.facts.push(
      `the longest hold of the event loop was ${slowest.ms.toFixed(1)} ms of processor time, of ${HOLD_MS} allowed (${slowest.what.slice(0, 60)})`,
    )
    for (const [what, frame] of [
      ['a frame of 4 MB', Buffer.alloc(4 * 1024 * 1024, 0x34)],
      ['a packet of 100,000 lists', `42${'['.repeat(100_000)}`],
      ['a packet of 300,000 attachments', '45300000-["join",{"_placeholder":true,"num":0}]'],
    ] as const)
      tally.count(`${what} on a socket`, await afterFrame(target, frame))
  },
}

/** The server still answers after a frame that no client sends. */
async function afterFrame(target: Target, frame: Buffer | string): Promise<string | null> {
  const socket = new WebSocket(
    `${target.origin.replace('http', 'ws')}/realtime/?EIO=4&transport=websocket`,
  )
  await new Promise<void>((resolve) => {
    socket.once('message', () => {
      socket.send(frame)
      socket.send('2')
    })
    socket.on('message', (message) =>
      (message as Buffer).toString() === '3' ? resolve() : undefined,
    )
    socket.once('close', () => resolve())
    socket.once('error', () => resolve())
    setTimeout(resolve, 3_000).unref()
  })
  socket.terminate()
  const { status } = await target.send({ path: '/health' })
  return status === 200 ? null : `the server answered ${status}`
}
