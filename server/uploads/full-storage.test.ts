import { once } from 'node:events'
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as forward,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadedFile } from '#contract/uploads.ts'
import { rows, sql } from '#server/db/sql.ts'
import { tokenOf } from '#tests/support/api.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { startS3, type TestS3 } from '#tests/support/s3.ts'
import {
  beginUpload,
  patchHeaders,
  startStorage,
  type TestStorage,
} from '#tests/support/storage.ts'
import { incomingFolder } from './incoming-files.ts'

const SENTENCE = 'Our storage is full right now. Please try again in a few minutes.'
/** Larger than one write: the refusal arrives before the server has read everything. */
const text = Buffer.alloc(6_000_000, 'Words of a script. ')

const send = (storage: TestStorage, as: { id: string }, address: string) =>
  storage.fetch(as, address, { method: 'PATCH', headers: patchHeaders(0), body: text })
const refusal = async (response: Response) => {
  const { code, message } = (await response.json()) as { code: string; message: string }
  return { status: response.status, code, message }
}
const full = { status: 507, code: 'upload.storage_full', message: SENTENCE }
const filesOf = (storage: TestStorage, owner: { id: string }) =>
  rows(storage.pool, sql`select id from files where owner_id = ${owner.id}`)

/** Replaces a file with a device that fails every write like a full disk. Linux has one. */
function fillUp(path: string): void {
  rmSync(path)
  symlinkSync('/dev/full', path)
}

async function work(storage: TestStorage) {
  const { creator, project } = await buildDeal(storage.pool)
  const file = { bucket: 'deliverable-files', bytes: text, projectId: project.id } as const
  return { creator, file }
}

describe('a full disk', () => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await startStorage()
  })
  afterAll(() => storage.close())

  it('refuses an upload that does not fit before a byte is sent; a disk with room accepts it', async () => {
    const tight = await startStorage({ config: { storageReserve: Number.MAX_SAFE_INTEGER } })
    const { creator, file } = await work(tight)
    const refused = await tight.upload(creator, file).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problem: full })
    expect(readdirSync(join(tight.dataDir, 'files', 'incoming'))).toEqual([])
    await tight.close()

    const roomy = await work(storage)
    expect((await storage.upload(roomy.creator, roomy.file)).size).toBe(text.length)
  })

  it('that fills up midway stores no file, and the upload resumes once there is room', async () => {
    const { creator, file } = await work(storage)
    const address = await beginUpload(storage, creator, file)
    const bytesAt = join(incomingFolder(storage.dataDir), address.split('/').at(-1) ?? '')
    fillUp(bytesAt)
    expect(await refusal(await send(storage, creator, address))).toEqual(full)
    expect(await filesOf(storage, creator)).toEqual([])
    expect((await storage.fetch(creator, address)).status).toBe(404)

    rmSync(bytesAt)
    writeFileSync(bytesAt, '')
    const head = await storage.fetch(creator, address, { method: 'HEAD', headers: patchHeaders(0) })
    expect(head.headers.get('upload-offset')).toBe('0')
    expect((await send(storage, creator, address)).status).toBe(200)
    expect(await filesOf(storage, creator)).toHaveLength(1)
  })
})

describe('a refused sender', () => {
  it('that reads only after sending everything gets its answer and keeps its connection', async () => {
    const storage = await startStorage()
    const { creator, file } = await work(storage)
    const address = await beginUpload(storage, creator, file)
    fillUp(join(incomingFolder(storage.dataDir), address.split('/').at(-1) ?? ''))

    // Like a browser's: the next request waits until the whole body of this one is sent.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    async function ask(method: string, more: Record<string, string>, body: Buffer | null) {
      const headers = { ...more, authorization: `Bearer ${tokenOf(creator)}` }
      const asked = forward(new URL(address, storage.origin), { agent, method, headers }).end(body)
      const [reply] = (await once(asked, 'response')) as [IncomingMessage]
      const { message } = JSON.parse(Buffer.concat(await reply.toArray()).toString())
      return { status: reply.statusCode, port: asked.socket?.localPort, message }
    }
    const refused = await ask('PATCH', patchHeaders(0), text)
    expect(refused).toMatchObject({ status: 507, message: SENTENCE })
    expect(await ask('GET', {}, null)).toMatchObject({ status: 404, port: refused.port })
    agent.destroy()
    await storage.close()
  })
})

describe('a full store', () => {
  let s3: TestS3
  let gate: Server
  let storage: TestStorage
  /** What is refused. */
  let refused: RegExp | null = null
  beforeAll(async () => {
    s3 = await startS3()
    gate = createServer((incoming, answer) => {
      if (refused?.test(incoming.url ?? '') === true && incoming.method === 'PUT') {
        incoming.resume().on('end', () => answer.writeHead(507).end())
        return
      }
      const { method = 'GET', url = '/', headers } = incoming
      const onward = forward(
        new URL(url, s3.config.endpoint ?? ''),
        { method, headers },
        (reply) => {
          answer.writeHead(reply.statusCode ?? 500, reply.headers)
          reply.pipe(answer)
        },
      )
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
    storage = await startStorage({ config: { s3: { ...s3.config, endpoint } } })
  })
  afterAll(async () => {
    await storage.close()
    gate.closeAllConnections()
    await new Promise((resolve) => gate.close(resolve))
    await s3.close()
  })

  it('refuses the finished upload, keeps its bytes, and stores them on a retry', async () => {
    const { creator, file } = await work(storage)
    const address = await beginUpload(storage, creator, file)
    refused = /deliverable-files/
    expect(await refusal(await send(storage, creator, address))).toEqual(full)
    expect(await refusal(await storage.fetch(creator, address))).toEqual(full)
    expect(await filesOf(storage, creator)).toEqual([])

    refused = null
    const stored = (await (await storage.fetch(creator, address)).json()) as UploadedFile
    expect(stored).toMatchObject({ size: text.length, file_type: 'text/plain' })
    const part = await storage.fetch(null, stored.url, { headers: { range: 'bytes=-4' } })
    expect([part.status, await part.text()]).toEqual([206, text.subarray(-4).toString()])
    expect(readdirSync(join(storage.dataDir, 'files', 'incoming'))).toEqual([])
  })

  it('refuses a piece of an upload, which goes on from what was kept', async () => {
    const { creator, file } = await work(storage)
    const address = await beginUpload(storage, creator, file)
    refused = /incoming/
    expect(await refusal(await send(storage, creator, address))).toEqual(full)
    expect(readdirSync(join(storage.dataDir, 'files', 'incoming'))).toEqual([])
    refused = null
    const asked = { method: 'HEAD', headers: patchHeaders(0) }
    const head = await storage.fetch(creator, address, asked)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '0'])
    expect((await send(storage, creator, address)).status).toBe(200)
  })
})
