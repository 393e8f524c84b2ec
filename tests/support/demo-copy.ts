import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { CREATORS, DEMO_PASSWORD, ELLEN } from '#scripts/demo/cast.ts'
import { startChild } from '#scripts/child.ts'
import { freePort, until } from '#scripts/processes.ts'

/** Installing, building and seeding the demo, on a slow machine. */
const READY_DEADLINE_MS = 300_000

/** A product with the demo's people, as `npm start` brings it up. */
export interface DemoCopy {
  url: string
  stop(): Promise<void>
}

/** A signed-in person's browser storage. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** The demo's people and a deal whose money is held, by address and session. */
export interface DemoPeople {
  seller: SignedIn
  creator: SignedIn
  sellerProfile: string
  creatorProfile: string
  /** Their conversation, as a path. */
  conversation: string
  /** The seller's projects as paths, each with its status. */
  projects: readonly { path: string; status: string }[]
}

/** Starts a copy on free ports in a temporary folder; with COPY_URL set, that one is used and left running. */
export async function startDemoCopy(): Promise<DemoCopy> {
  const running = process.env['COPY_URL']
  if (running) return { url: running.replace(/\/$/, ''), stop: () => Promise.resolve() }
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-copy-'))
  const logFile = join(folder, 'copy.log')
  const port = await freePort()
  const child = startChild({
    name: 'copy',
    args: ['scripts/start.mjs'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort(4)),
      DATA_DIR: join(folder, 'data'),
      DEMO_DATA: '1',
      AUTH_TEST_LIMITS: '1',
    },
    logFile,
  })
  const stop = async () => {
    await child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const ready = await until(
    () => readFileSync(logFile, 'utf8').includes('sign in as') || child.process.exitCode !== null,
    READY_DEADLINE_MS,
  )
  if (!ready || child.process.exitCode !== null) {
    const output = readFileSync(logFile, 'utf8')
    await stop()
    throw new Error(`The demo copy did not come up.\n${output}`)
  }
  return { url: `http://localhost:${port}`, stop }
}

/** Signs the demo's seller and its first creator in, in `browser`. */
export async function enterDemoPeople(browser: Browser, url: string): Promise<DemoPeople> {
  const maya = CREATORS[0]
  if (maya === undefined) throw new Error('the cast has lost its first creator')
  const seller = await signIn(browser, url, ELLEN.email)
  const creator = await signIn(browser, url, maya.email)
  const mine = await ask<{ id: string; status: string }[]>(url, seller, '/api/projects/mine')
  const [talk] = await ask<{ id: string }[]>(url, creator, '/api/conversations')
  if (talk === undefined) throw new Error('the demo has no conversation')
  const profileOf = async (who: SignedIn) =>
    `/profile/${(await ask<{ id: string }>(url, who, '/api/profiles/me')).id}`
  return {
    seller,
    creator,
    sellerProfile: await profileOf(seller),
    creatorProfile: await profileOf(creator),
    conversation: `/messages/${talk.id}`,
    projects: mine.map(({ id, status }) => ({ path: `/projects/${id}`, status })),
  }
}

async function signIn(browser: Browser, url: string, email: string): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function ask<T>(url: string, who: SignedIn, path: string): Promise<T> {
  const stored = who.origins.flatMap((origin) => origin.localStorage)
  const session = stored.find(({ name }) => name.endsWith('-auth-token'))?.value ?? '{}'
  const { access_token: token } = JSON.parse(session) as { access_token?: string }
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return (await answer.json()) as T
}
