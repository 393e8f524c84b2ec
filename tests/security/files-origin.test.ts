import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { freePort } from '#scripts/ports.ts'
import { createServer, type Server } from '#server/app.ts'
import { exportUrl } from '#server/account/export-link.ts'
import { readConfig } from '#server/config/config.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { buildCreator } from '#tests/support/builders.ts'
import { createPool } from '#server/db/pool.ts'
import { routesOf, type TableRoute } from '#tests/support/route-table.ts'

const OWN = 'https://shop.example'
const FILES = 'https://files.example'
/** The paths that signed links open; everything else belongs to the app. */
const SIGNED = [
  '/storage/private/:id',
  '/storage/export/:id',
  '/storage/statement/:id',
  '/storage/approved-work/:id',
]

let database: FreshDatabase
let dataDir: string
let server: Server
let routes: readonly TableRoute[]
let port: number
/** A signed link to someone's own data, as the app hands it out. */
let link: URL
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'cartwright-files-origin-'))
  port = await freePort()
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: OWN,
    PRIVATE_FILES_URL: FILES,
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
  })
  ;({ made: server, routes } = await routesOf(() => createServer(config)))
  await server.listen()
  const pool = createPool(database.url, 1)
  const person = await buildCreator(pool)
  await pool.end()
  link = new URL(exportUrl(config, person.id, new Date()))
})
afterAll(async () => {
  await server.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Requests the process under a host name of its choosing, as a browser does with the address it opens. */
function ask(
  host: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request({ port, path, method, headers: { ...headers, host } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** A route's address with its parameters filled in. */
const addressOf = ({ url }: TableRoute) =>
  url.replaceAll(/:\w+/g, '6a4f2a0e-14a5-4c0e-9a3b-2f3a34a1d0c9').replace('*', 'nowhere')

test('a signed link points to the files origin, and opens only there', async () => {
  expect(link.origin).toBe(FILES)
  const path = link.pathname + link.search
  const opened = await ask('files.example', path)
  expect(opened.status).toBe(200)
  for (const host of ['shop.example', 'localhost', `127.0.0.1:${port}`, 'evil.example', 'x@y:z'])
    expect((await ask(host, path)).status, host).toBe(404)
})

test('the files origin is recognised in every spelling of its host', async () => {
  const path = link.pathname + link.search
  for (const host of [
    'FILES.example',
    'files.example:443',
    'files.example.',
    'Files.Example.:8443',
  ])
    expect((await ask(host, path)).status, host).toBe(200)
})

test('forwarded-host headers, which anyone can send, do not choose the origin', async () => {
  const path = link.pathname + link.search
  const headers = {
    'x-forwarded-host': 'files.example',
    forwarded: 'host=files.example',
    'x-original-host': 'files.example',
  }
  expect((await ask('shop.example', path, { headers })).status).toBe(404)
})

describe('the files origin', () => {
  test('serves only the routes of signed links', async () => {
    expect(routes.length).toBeGreaterThan(300)
    expect(routes.filter(({ url }) => SIGNED.includes(url)).map(({ url }) => url)).toEqual(SIGNED)
    for (const route of routes.filter(({ url }) => !SIGNED.includes(url))) {
      const { method } = route
      const answer = await ask('files.example', addressOf(route), { method })
      expect([method, route.url, answer.status]).toEqual([method, route.url, 404])
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.text).toContain('"code":"request.not_found"')
    }
  })

  test('serves no page, build file or health check', async () => {
    for (const path of ['/', '/auth', '/projects', '/favicon.ico', '/robots.txt', '/health', '/x'])
      expect((await ask('files.example', path)).status, path).toBe(404)
  })

  test('accepts no socket, whichever page asks', async () => {
    const outcome = (host: string, origin: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/?EIO=4&transport=websocket`, {
          headers: { host },
          origin,
        })
        socket.once('message', () => {
          socket.close()
          resolve('open')
        })
        socket.once('error', () => resolve('refused'))
      })
    expect(await outcome('shop.example', OWN)).toBe('open')
    for (const origin of [OWN, FILES])
      expect(await outcome('files.example', origin)).toBe('refused')
    expect(await outcome('shop.example', FILES)).toBe('refused')
    const polled = await ask('files.example', '/realtime/?EIO=4&transport=polling')
    expect(polled.status).toBe(403)
  })

  test('sends its own security headers with every answer', async () => {
    const good = link.pathname + link.search
    for (const path of [good, '/storage/private/x', '/nowhere', '/api/projects']) {
      const { headers } = await ask('files.example', path)
      expect(headers, path).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^sandbox; default-src 'none'; .*frame-ancestors 'none'/,
        ) as string,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
        'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/) as string,
      })
      expect(headers['content-security-policy']).not.toMatch(/script-src|allow-/)
    }
  })

  test('can be read by the product’s own pages, and by no others', async () => {
    const allowed = async (origin: string) =>
      (await ask('files.example', link.pathname + link.search, { headers: { origin } })).headers
    expect(await allowed(OWN)).toMatchObject({
      'access-control-allow-origin': OWN,
      vary: expect.stringContaining('origin') as string,
    })
    for (const origin of [FILES, 'https://evil.example', `${OWN}.evil.example`, 'null']) {
      const headers = await allowed(origin)
      expect(headers['access-control-allow-origin'], origin).toBeUndefined()
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })
})

test('the product’s origin allows no page of the files origin to call it', async () => {
  for (const path of ['/api/projects', '/auth/v1/user', '/storage/uploads']) {
    const { headers } = await ask('shop.example', path, { headers: { origin: FILES } })
    expect(headers['access-control-allow-origin'], path).toBeUndefined()
  }
})
