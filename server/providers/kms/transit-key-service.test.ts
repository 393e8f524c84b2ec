import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { KMS_TOKEN, startKms, type TestKms } from '#tests/support/kms.ts'
import { transitKeyService } from './transit-key-service.ts'

/** Tests the service with a KMS that answers as it should, and with one that does not. */
let kms: TestKms
let faulty: Server | null = null
beforeAll(async () => {
  kms = await startKms()
})
afterEach(() => {
  faulty?.close()
  faulty?.closeAllConnections()
  faulty = null
})
afterAll(() => kms.close())

const KEY = Buffer.alloc(32, 7)
const CONTEXT = { name: 'server', version: 2 }
const config = () => ({
  url: kms.env.KMS_URL,
  key: kms.env.KMS_KEY,
  tokenFile: kms.env.KMS_TOKEN_FILE,
})
const QUICK_RETRIES = { answerMs: 10_000, pausesMs: [1, 1] }
/** Used for a KMS that does not respond. */
const IMPATIENT = { ...QUICK_RETRIES, answerMs: 200 }

/** Creates the service for a KMS that answers like this, and counts the requests it gets. */
async function served(answer: RequestListener, patience = QUICK_RETRIES) {
  let asked = 0
  faulty = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  await new Promise<void>((done) => faulty?.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`
  return {
    service: transitKeyService({ ...config(), url }, patience),
    asked: () => asked,
  }
}

/** The message with which the service refuses, which contains neither the token nor a key. */
async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown as Error,
  )
  expect(error.name).toBe('KeyServiceFailure')
  for (const secret of [KMS_TOKEN, KEY.toString('base64'), KEY.toString('hex')])
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(secret)
  return error.message
}

test('a key is unwrapped only under the name and version it was wrapped with', async () => {
  const service = transitKeyService(config())
  const wrapped = await service.wrap(KEY, CONTEXT)
  expect(wrapped).toMatch(/^vault:v1:/)
  expect((await service.unwrap(wrapped, CONTEXT)).equals(KEY)).toBe(true)
  for (const other of [
    { name: 'files', version: 2 },
    { name: 'server', version: 3 },
  ])
    expect(await sentenceOf(service.unwrap(wrapped, other))).toMatch(
      /does not unwrap version \d of the key "\w+": another key wrapped it.*\(status 400\)\.$/,
    )
})

describe('a transient failure', () => {
  test('of a KMS that is starting up or overloaded is retried', async () => {
    const statuses = [503, 429]
    const { service, asked } = await served((_, response) => {
      const status = statuses.shift() ?? 200
      const plaintext = KEY.toString('base64')
      response.writeHead(status).end(JSON.stringify({ data: { plaintext } }))
    })
    expect((await service.unwrap('vault:v1:x', CONTEXT)).equals(KEY)).toBe(true)
    expect(asked()).toBe(3)
  })

  test.each<[string, RequestListener, RegExp]>([
    ['is sealed', (_, response) => response.writeHead(503).end(), /status 503/],
    ['says nothing', () => undefined, /nothing in time/],
    [
      'begins, and says no more',
      (_, response) => {
        response.writeHead(200)
        response.write('{"data"')
      },
      /nothing in time/,
    ],
    ['hangs up', (request) => request.socket.destroy(), /UND_ERR_SOCKET|ECONNRESET/],
    [
      'hangs up in the middle',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"data"', () => request.socket.destroy())
      },
      /UND_ERR_SOCKET|ended early/,
    ],
  ])('is reported after three attempts with a KMS that %s', async (_, answer, problem) => {
    const { service, asked } = await served(
      answer,
      problem.source === 'nothing in time' ? IMPATIENT : QUICK_RETRIES,
    )
    const sentence = await sentenceOf(service.unwrap('vault:v1:x', CONTEXT))
    expect(sentence).toMatch(/^The KMS at http:\/\/127\.0\.0\.1:\d+ did not answer: 3 attempts/)
    expect(sentence).toMatch(problem)
    expect(asked()).toBe(3)
  })
})

describe('a permanent failure', () => {
  const answering =
    (status: number, body: string, headers = {}): RequestListener =>
    (_, response) =>
      response.writeHead(status, headers).end(body)
  const plaintext = (bytes: Buffer) =>
    JSON.stringify({ data: { plaintext: bytes.toString('base64') } })

  test.each<[string, RequestListener, RegExp]>([
    [
      '403',
      answering(403, '{"errors":["permission denied"]}'),
      /token in KMS_TOKEN_FILE has ended/,
    ],
    ['404', answering(404, '{"errors":[]}'), /no Transit engine/],
    [
      'a redirect',
      answering(307, '', { location: 'http://127.0.0.1:9/elsewhere' }),
      /leads to another address.*307/,
    ],
    ['text that was cut off', answering(200, plaintext(KEY).slice(0, -8)), /cut off/],
    ['more than any answer has', answering(200, 'x'.repeat(65_537)), /more than 65536 bytes/],
    ['a shorter key', answering(200, plaintext(KEY.subarray(1))), /not a key of 32 bytes/],
    ['a longer key', answering(200, plaintext(Buffer.alloc(33, 7))), /not a key of 32 bytes/],
    ['something else', answering(200, '{"data":null}'), /not a key of 32 bytes/],
  ])('is reported without a retry: %s', async (_, answer, problem) => {
    const { service, asked } = await served(answer)
    expect(await sentenceOf(service.unwrap('vault:v1:x', CONTEXT))).toMatch(problem)
    expect(asked()).toBe(1)
  })

  test('is reported when wrapping, too', async () => {
    const { service } = await served(answering(200, '{"data":{"ciphertext":"plain"}}'))
    expect(await sentenceOf(service.wrap(KEY, CONTEXT))).toMatch(
      /does not wrap version 2 of the key "server": its answer is not one of Transit’s\.$/,
    )
    const unknown = transitKeyService({ ...config(), key: 'theirs' }, QUICK_RETRIES)
    expect(await sentenceOf(unknown.wrap(KEY, CONTEXT))).toMatch(/KMS_KEY has to be a key/)
  })
})

test('a token file that is missing, malformed or readable by others is refused', async () => {
  const tokenFile = join(kms.folder, 'another')
  const service = transitKeyService({ ...config(), tokenFile }, QUICK_RETRIES)
  expect(await sentenceOf(service.wrap(KEY, CONTEXT))).toMatch(/^KMS_TOKEN_FILE cannot be read/)
  writeFileSync(tokenFile, `${KMS_TOKEN}\nX-Other: 1`)
  chmodSync(tokenFile, 0o600)
  expect(await sentenceOf(service.wrap(KEY, CONTEXT))).toMatch(/does not hold a token/)
  chmodSync(tokenFile, 0o644)
  expect(await sentenceOf(service.wrap(KEY, CONTEXT))).toMatch(/mode 644/)
})
