import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CLAMD_LIMIT,
  EICAR,
  startClamd,
  startFakeClamd,
  type TestClamd,
} from '#tests/support/clamd.ts'
import { createClamdScanner } from './clamd-scanner.ts'
import { NotScanned } from './file-scanner.ts'

let folder: string
/** The scanner installed here, and the stand-in, which must behave like it. */
let clamds: TestClamd[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scanner-'))
  clamds = [await startClamd(), await startFakeClamd()]
})
afterAll(async () => {
  for (const clamd of clamds) await clamd.close()
  rmSync(folder, { recursive: true, force: true })
})

function fileOf(bytes: string | Buffer): string {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return path
}

describe('a file', () => {
  test.each([
    ['clean', 'For the two of us.', /^clean$/],
    ['of one byte', 'x', /^clean$/],
    ['larger than one read', Buffer.alloc(CLAMD_LIMIT - 1, 'Words of a script. '), /^clean$/],
    ['harmful', EICAR, /Eicar/],
    [
      'harmful at its end',
      Buffer.concat([Buffer.alloc(1_000_000, 'x'), Buffer.from(EICAR)]),
      /Eicar/,
    ],
  ])('that is %s gets the right verdict', async (_, bytes, expected) => {
    const path = fileOf(bytes)
    for (const { address, name } of clamds) {
      const found = await createClamdScanner(address).scan(path)
      expect(found ?? 'clean', name).toMatch(expected)
    }
  })

  test('over the scanner’s size limit is reported as not scanned, however large it is', async () => {
    for (const bytes of [CLAMD_LIMIT + 100_000, 20 * CLAMD_LIMIT]) {
      const path = fileOf(Buffer.alloc(bytes, 'x'))
      for (const { address } of clamds)
        await expect(createClamdScanner(address).scan(path)).rejects.toThrow(NotScanned)
    }
  })

  test('gets the same verdict in each of 40 concurrent scans', async () => {
    const path = fileOf(EICAR)
    for (const { address } of clamds) {
      const { scan } = createClamdScanner(address)
      const found = await Promise.all(Array.from({ length: 40 }, () => scan(path)))
      expect(new Set(found).size).toBe(1)
      expect(found[0]).toMatch(/Eicar/)
    }
  })
})

describe('a file counts as not scanned', () => {
  const patience = { silenceMs: 300, totalMs: 2_000 }

  test.each(['', 'stream: Can’t allocate memory ERROR', 'OK', 'stream: OK stream: OK', 'FOUND'])(
    'when the scanner replies "%s"',
    async (reply) => {
      const clamd = await startFakeClamd(() => reply)
      try {
        const scanning = createClamdScanner(clamd.address, patience).scan(fileOf('x'))
        await expect(scanning).rejects.toThrow(NotScanned)
      } finally {
        await clamd.close()
      }
    },
  )

  test('when the scanner never replies', async () => {
    const clamd = await startFakeClamd(() => null)
    const scanning = createClamdScanner(clamd.address, patience).scan(fileOf('x'))
    await expect(scanning).rejects.toThrow(NotScanned)
    await clamd.close()
  })

  test('when the scanner never finishes its reply', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      const timer = setInterval(() => socket.write('stream: '), 20)
      socket.once('close', () => clearInterval(timer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
    const scanning = createClamdScanner(address, patience).scan(fileOf('x'))
    await expect(scanning).rejects.toThrow(NotScanned)
    server.close()
  })

  test('when the scanner is unreachable or hangs up', async () => {
    const away = createClamdScanner({ path: join(folder, 'nowhere') })
    await expect(away.scan(fileOf('x'))).rejects.toThrow(NotScanned)
    const server = createServer((socket) => socket.destroy())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const scanning = createClamdScanner({ host: '127.0.0.1', port }).scan(fileOf('x'))
    await expect(scanning).rejects.toThrow(NotScanned)
    server.close()
  })

  test('when the file cannot be read', async () => {
    for (const { address } of clamds) {
      const scanning = createClamdScanner(address).scan(join(folder, 'missing'))
      await expect(scanning).rejects.toThrow(NotScanned)
    }
  })
})
