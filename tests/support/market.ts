import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { inject, vi } from 'vitest'
import { type RouteKey, routeParts, routePath } from '#contract/api.ts'
import type { Answer, Input } from '#contract/schemas.ts'
import { callsUnderWay, countCalls } from './calls-under-way.ts'
import { cloneDatabase } from './database.ts'
import type { DemoMarket } from './demo-market.ts'
import { type FilledMarket, MARKET_ENV } from './market-global.ts'
import { type Stack, startStack } from './servers.ts'

/** Where a market runs. */
export type MarketStack = Pick<
  Stack,
  'url' | 'inboxUrl' | 'stripeUrl' | 'googleUrl' | 'databaseUrl' | 'dataDir'
>

/** The running product with the demo's people and deals in it, and the means to stop it. */
export interface RunningMarket {
  stack: MarketStack
  market: DemoMarket
  stop(): Promise<void>
}

/** Starts a private copy of the market that was filled for this run (market-global.ts). */
export async function startMarket(): Promise<RunningMarket> {
  const response = await fetch(inject('marketDoor'))
  if (!response.ok) throw new Error(await response.text())
  const filled = (await response.json()) as FilledMarket
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-market-'))
  cpSync(filled.dataDir, dataDir, { recursive: true })
  const stack = await startStack(MARKET_ENV, {
    database: () => cloneDatabase(filled.databaseUrl, inject('servingRole')),
    dataDir,
  })
  return {
    stack,
    market: filled.market,
    async stop() {
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A person of the market with a session: their own calls, and windows that are signed in from the start. */
export interface Visitor {
  session: Session
  /** The cookie that pages are rendered for them with, as a browser stores it. */
  cookies: { name: string; value: string; url: string }[]
  /** Calls the API as them. Throws with the refusal's body. */
  call<K extends RouteKey>(key: K, input?: Partial<Input<K>>): Promise<Answer<K>>
  /** Calls the API as them and returns the response, whatever its status. */
  ask(key: RouteKey, input?: object): Promise<{ status: number; body: unknown }>
}

/** Signs someone in by password, without a page. */
export async function enter(
  stack: MarketStack,
  who: { email: string; password: string },
): Promise<Visitor> {
  const response = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who.email, password: who.password }),
  })
  if (!response.ok) throw new Error(await response.text())
  return visitorOf(stack, (await response.json()) as Session, response)
}

/** Each code works once, and the next one comes in half a minute. */
const NEXT_CODE_MS = 100_000

/** The same with the authenticator's code: an operator's session, as the console requires. */
export async function enterAsOperator(
  stack: MarketStack,
  who: DemoMarket['operator'],
): Promise<Visitor> {
  const { session } = await enter(stack, who)
  const factor = session.user.factors?.[0]?.id
  const app = new TOTP({ secret: Secret.fromBase32(who.appSecret) })
  const ask = (path: string, body: object) =>
    fetch(`${stack.url}/auth/v1/factors/${factor}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${session.access_token}`,
      },
      body: JSON.stringify(body),
    })
  return vi.waitFor(
    async () => {
      const { id } = (await (await ask('challenge', {})).json()) as { id: string }
      const code = app.generate({ timestamp: Date.now() + 30_000 })
      const proven = await ask('verify', { challenge_id: id, code })
      if (!proven.ok) throw new Error(await proven.text())
      return visitorOf(stack, (await proven.json()) as Session, proven)
    },
    { timeout: NEXT_CODE_MS, interval: 5_000 },
  )
}

function visitorOf(stack: MarketStack, session: Session, { headers }: Response): Visitor {
  const cookies = headers.getSetCookie().flatMap((cookie) => {
    const [, name, value] = /^(page-session)=([^;]*)/.exec(cookie) ?? []
    return name === undefined || value === undefined ? [] : [{ name, value, url: stack.url }]
  })
  async function ask(key: RouteKey, input: object = {}) {
    const { params, query, body } = input as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const answer = await fetch(`${stack.url}${routePath(key, params)}${search}`, {
      method: routeParts(key).method,
      headers: {
        authorization: `Bearer ${session.access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }

  return {
    session,
    cookies,
    ask,
    async call<K extends RouteKey>(key: K, input?: Partial<Input<K>>) {
      const { status, body } = await ask(key, input)
      if (status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`)
      return body as Answer<K>
    },
  }
}

/**
 * A person's window, or an anonymous one: signed in before the first page is opened. `rendered`: with their page
 * cookie, so that the server renders their pages; otherwise each begins as the app's frame, as it does an hour after
 * the last refresh. `worker`: with the service worker, whose requests a story cannot hold up, count or drop.
 */
export async function openContext(
  browser: Browser,
  stack: MarketStack,
  visitor: Visitor | null,
  {
    width = 1440,
    height = 900,
    dark = false,
    timezoneId,
    locale,
    touch = false,
    rendered = false,
    worker = false,
  }: {
    width?: number
    height?: number
    dark?: boolean
    timezoneId?: string
    locale?: string
    touch?: boolean
    rendered?: boolean
    worker?: boolean
  } = {},
): Promise<BrowserContext> {
  const { origin, hostname } = new URL(stack.url)
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
    hasTouch: touch,
    ...(timezoneId === undefined ? {} : { timezoneId }),
    ...(locale === undefined ? {} : { locale }),
    ...(visitor === null
      ? {}
      : {
          storageState: {
            cookies: [],
            origins: [
              {
                origin,
                localStorage: [
                  { name: sessionKey(hostname), value: JSON.stringify(visitor.session) },
                ],
              },
            ],
          },
        }),
  })
  if (rendered && visitor !== null) await context.addCookies(visitor.cookies)
  context.setDefaultTimeout(60_000)
  countCalls(context)
  return context
}

/** Replaces this window with a new one, for when leaving must not raise a question about what was typed. */
export async function replaceWindow(page: Page): Promise<Page> {
  const next = await page.context().newPage()
  await page.close()
  return next
}

/** How long to wait for the next page where neither its heading nor its title changes: a tab, the same page. */
const NEXT_PAGE_MS = 1_500

/**
 * A script that waits for the next page, for NEXT_PAGE_MS at most, and returns whether it is there. `title` is that of
 * the page before it.
 */
const arrival = (title: string) => `(async () => {
  const isThere = () =>
    document.querySelector('main h1:not([data-left])') !== null || document.title !== ${JSON.stringify(title)}
  const last = performance.now() + ${NEXT_PAGE_MS}
  while (!isThere() && performance.now() < last) await new Promise(requestAnimationFrame)
  return isThere()
})()`

/**
 * Goes to a page of the app without loading the app again, and waits until it is there and settled. A prerendered page
 * that holds back its app until someone uses it has no router yet: it is left as if an address were typed into the bar.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank' || (await page.evaluate<boolean>(HAS_NO_APP))) {
    await page.goto(path)
  } else {
    const title = await page.title()
    // Some pages lead to another document instead, which ends the wait here.
    let isThere = await page.evaluate<boolean>(`(() => {
      document.querySelector('main h1')?.setAttribute('data-left', '')
      history.pushState({}, '', ${JSON.stringify(path)})
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      return ${arrival(title)}
    })()`)
    // A screen that is still loading is drawn after its file has arrived, which no request shows.
    while (!isThere && callsUnderWay(page) > 0) {
      await noCallUnderWay(page)
      isThere = await page.evaluate<boolean>(arrival(title))
    }
  }
  await settled(page)
}

/** The page holds back its app (web/start-up/first-script.ts), and React has not taken over its root. */
const HAS_NO_APP = `'waits' in document.documentElement.dataset &&
  !Object.keys(document.getElementById('root')).some((key) => key.startsWith('__reactContainer'))`

/** Waits until the page has its heading, has drawn what it requested, and shows no loading state. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await noCallUnderWay(page)
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  )
  // The placeholder of a part that is loading hides what comes after it (web/ui/Loading.tsx), also from a screen
  // reader. All signs are looked for at once: what replaces one of them may begin with another.
  await page
    .locator('main [aria-busy="true"], main .pending:not(dialog *)')
    .or(page.locator('main').getByText('Loading...', { exact: true }))
    .first()
    .waitFor({ state: 'detached' })
}

const noCallUnderWay = (page: Page): Promise<unknown> =>
  vi.waitUntil(() => callsUnderWay(page) === 0, { timeout: 300_000 })

/** Where the auth client of the web app keeps its session. */
const sessionKey = (hostname: string): string => `sb-${hostname.split('.')[0]}-auth-token`
