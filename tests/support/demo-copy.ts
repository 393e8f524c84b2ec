import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { CREATORS, DEMO_PASSWORD, ELLEN, PROJECTS } from '#scripts/demo/cast.ts'
import { startChild } from '#scripts/child.ts'
import { freePort } from '#scripts/ports.ts'
import { until } from '#scripts/processes.ts'

/** The time to install, build and seed the demo on a slow machine. */
const READY_DEADLINE_MS = 300_000
/** Two codes of half a minute each. */
const CODE_DEADLINE_MS = 90_000

/** A product with the demo's people, as `npm start` brings it up. */
export interface DemoCopy {
  url: string
  /** The key of the operator's authenticator app; undefined for a running copy that was given without COPY_OPERATOR_KEY. */
  operatorKey: string | undefined
  stop(): Promise<void>
}

/** The browser storage of a signed-in person. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** The demo's people and a deal whose money is held, by address and session. */
export interface DemoPeople {
  seller: SignedIn
  creator: SignedIn
  sellerProfile: string
  creatorProfile: string
  /** Their conversation, as a path. */
  conversation: string
  /** The seller's projects as paths, each with its title and status. */
  projects: readonly { path: string; title: string; status: string }[]
}

/**
 * Starts a copy on free ports in a temporary folder, with `env` added; with COPY_URL set, that copy is used and left
 * running.
 */
export async function startDemoCopy(env: Record<string, string> = {}): Promise<DemoCopy> {
  const running = process.env['COPY_URL']
  if (running)
    return {
      url: running.replace(/\/$/, ''),
      operatorKey: process.env['COPY_OPERATOR_KEY'],
      stop: () => Promise.resolve(),
    }
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-copy-'))
  const logFile = join(folder, 'copy.log')
  const port = await freePort()
  const child = startChild({
    name: 'copy',
    args: ['scripts/start.mjs'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort(5)),
      DATA_DIR: join(folder, 'data'),
      DEMO_DATA: '1',
      AUTH_TEST_LIMITS: '1',
      ...env,
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
  const operatorKey = /key for an authenticator app: (\w+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
  return { url: `http://localhost:${port}`, operatorKey, stop }
}

/** Signs in the demo's seller and its first creator, in `browser`. */
export async function enterDemoPeople(browser: Browser, url: string): Promise<DemoPeople> {
  const maya = CREATORS[0]
  if (maya === undefined) throw new Error('the cast has lost its first creator')
  const seller = await signIn(browser, url, ELLEN.email)
  const creator = await signIn(browser, url, maya.email)
  const mine = await ask<{ id: string; title: string; status: string }[]>(
    url,
    seller,
    '/api/projects/mine',
  )
  const talks = await ask<{ id: string; project: { title: string } }[]>(
    url,
    creator,
    '/api/conversations',
  )
  const running = PROJECTS.find(({ ends }) => ends === 'held')?.title
  const talk = talks.find(({ project }) => project.title === running)
  if (talk === undefined) throw new Error('the demo has no conversation about money that is held')
  const profileOf = async (who: SignedIn) =>
    `/profile/${(await ask<{ id: string }>(url, who, '/api/profiles/me')).id}`
  return {
    seller,
    creator,
    sellerProfile: await profileOf(seller),
    creatorProfile: await profileOf(creator),
    conversation: `/messages/${talk.id}`,
    projects: mine.map(({ id, title, status }) => ({ path: `/projects/${id}`, title, status })),
  }
}

/** Signs in someone from the demo, on the page, with a code if they have an authenticator app. */
export async function signIn(
  browser: Browser,
  url: string,
  email: string,
  appKey?: string,
): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  if (appKey !== undefined) await enterCode(page, appKey)
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** A code works once; the code of the next half minute is accepted as well. */
async function enterCode(page: Page, appKey: string): Promise<void> {
  const app = new TOTP({ secret: Secret.fromBase32(appKey) })
  const field = page.getByLabel('Code')
  await field.waitFor()
  const entered = await until(async () => {
    await field.fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: 'Verify' }).click()
    return page
      .getByRole('button', { name: 'Account menu' })
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      )
  }, CODE_DEADLINE_MS)
  if (!entered) throw new Error('no code of the authenticator app was taken')
}

/** Makes a call as a signed-in person: a GET, or a POST if `body` is given. */
export async function ask<T>(url: string, who: SignedIn, path: string, body?: object): Promise<T> {
  const stored = who.origins.flatMap((origin) => origin.localStorage)
  const session = stored.find(({ name }) => name.endsWith('-auth-token'))?.value ?? '{}'
  const { access_token: token } = JSON.parse(session) as { access_token?: string }
  const answer = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return (await answer.json()) as T
}
