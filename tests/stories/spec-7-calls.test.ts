import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { enter, openContext, visit } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import {
  browser,
  creator,
  market,
  seller,
  stack,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'

/** SPEC §7: the calls the product makes, observed on the wire. The titles summarise its statements. */

storyOnDemoMarket()

let page: Page
const asked: Request[] = []

beforeAll(async () => {
  page = await windowOf(null)
  page.on('request', (request) => asked.push(request))
})

const newest = (rows: readonly { created_at: string }[]) =>
  rows.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))

/** The requests sent to the product since the last look: "POST /auth/v1/logout?scope=local". */
function lines(): string[] {
  return asked.splice(0).map((request) => {
    const { pathname, search } = new URL(request.url())
    return `${request.method()} ${pathname}${search}`
  })
}

test('sign-up: POST /signup with email, password, data{name, role} and a redirect to the site root', async () => {
  await visit(page, '/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Wren Okada')
  await page.getByLabel('Email', { exact: true }).fill('wren.okada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('sturdy-oak-cart-42')
  await page.getByRole('radio', { name: /^Seller/ }).check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().click()
  await see(page, 'Account created! Please check your email to verify your account.')
  const request = asked.find((one) => one.url().includes('/auth/v1/signup'))
  expect(request?.method()).toBe('POST')
  expect(new URL(request?.url() ?? '').searchParams.get('redirect_to')).toBe(`${stack.url}/`)
  expect(request?.postDataJSON()).toMatchObject({
    email: 'wren.okada@example.com',
    password: 'sturdy-oak-cart-42',
    data: { name: 'Wren Okada', role: 'seller' },
  })
})

test('Google: GET /authorize with provider google and a redirect to /dashboard', async () => {
  lines()
  const [request] = await Promise.all([
    page.waitForRequest(/\/auth\/v1\/authorize/),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  const { searchParams } = new URL(request.url())
  expect(searchParams.get('provider')).toBe('google')
  expect(searchParams.get('redirect_to')).toBe(`${stack.url}/dashboard`)
})

test('password sign-in: POST /token?grant_type=password; then the person’s own profile', async () => {
  await page.goto('/auth')
  lines()
  await page.getByLabel('Email', { exact: true }).fill(market.creator.email)
  await page.getByLabel('Password', { exact: true }).fill(market.creator.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'Welcome, Maya' }).waitFor()
  const requests = lines()
  expect(requests).toContain('POST /auth/v1/token?grant_type=password')
  expect(requests).toContain('GET /api/profiles/me')
  expect(requests).toContain('GET /api/projects?limit=3')
})

test('sign-out: POST /logout?scope=local', async () => {
  lines()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  expect(lines()).toContain('POST /auth/v1/logout?scope=local')
})

test('refresh: POST /token?grant_type=refresh_token; read user: GET /user', async () => {
  const { session } = await enter(stack, market.creator)
  const refreshed = await fetch(`${stack.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  })
  expect(refreshed.status).toBe(200)
  const user = await fetch(`${stack.url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(await user.json()).toMatchObject({ id: session.user.id, email: market.creator.email })
})

test('a session that is about to expire is refreshed automatically', async () => {
  const { session } = await enter(stack, market.creator)
  const ending = { ...session, expires_at: Math.floor(Date.now() / 1_000) + 20 }
  const window = await (
    await openContext(browser, stack, { ...creator, session: ending })
  ).newPage()
  const [request] = await Promise.all([
    window.waitForRequest(/\/auth\/v1\/token\?grant_type=refresh_token/),
    window.goto('/dashboard'),
  ])
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toMatchObject({ refresh_token: session.refresh_token })
  await window.getByRole('heading', { name: 'Welcome, Maya' }).waitFor()
  const kept = await window.evaluate<string>('Object.values(localStorage).join()')
  expect(kept).not.toContain(session.refresh_token)
  await window.context().close()
})

test('profiles are read by id or set of ids, with name and role; creators by text and niche', async () => {
  const { id } = market.creator
  expect(await seller.call('profiles.get', { params: { id } })).toMatchObject({
    name: 'Maya Okafor',
    role: 'creator',
  })
  const cards = await seller.call('profiles.list', { query: { ids: `${id},${market.seller.id}` } })
  // The creator of an accepted application tells the seller their address.
  expect(cards.map(({ name, email }) => [name, email])).toEqual(
    expect.arrayContaining([
      ['Maya Okafor', market.creator.email],
      ['Ellen Harrow', market.seller.email],
    ]),
  )
  const { creators: found } = await seller.call('creators.search', {
    query: { q: 'KITCHEN', niche: 'Food' },
  })
  expect(found.map((one) => one.id)).toContain(id)
  for (const { name, bio, niches } of found) {
    expect(`${name} ${bio}`).toMatch(/kitchen/i)
    expect(niches).toContain('Food')
  }
})

test('projects: active newest first, limited; by seller newest first with the application count', async () => {
  const { projects } = await creator.call('projects.list', { query: { limit: 3 } })
  expect(projects.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
  expect(projects).toEqual(newest(projects))
  const mine = await seller.call('projects.mine')
  expect(mine).toEqual(newest(mine))
  expect(mine.find(({ id }) => id === market.projectIds['held'])?.application_count).toBe(3)
})

test('applications: by project newest first, own, accepted, by creator with project, count', async () => {
  const held = { params: { id: market.projectIds['held'] ?? '' } }
  const all = await seller.call('applications.for_project', held)
  expect(all).toEqual(newest(all))
  expect(await seller.call('applications.accepted', held)).toMatchObject({ status: 'accepted' })
  expect(await creator.call('applications.own', held)).toMatchObject({
    creator_id: market.creator.id,
  })
  expect(await seller.call('applications.count', held)).toEqual({ count: 3 })
  const mine = await creator.call('applications.mine')
  expect(mine).toEqual(newest(mine))
})

test('deliverables, conversations, invitations and payments: newest first, with their project', async () => {
  const { title: heldTitle } = await seller.call('projects.get', {
    params: { id: market.projectIds['held'] ?? '' },
  })
  const work = await creator.call('deliverables.mine')
  expect(work).toEqual(newest(work))
  expect(work[0]).toMatchObject({
    project_id: market.projectIds['held'],
    project_title: heldTitle,
  })
  const talks = await creator.call('conversations.list')
  expect(talks.map(({ updated_at }) => updated_at)).toEqual(
    talks.map(({ updated_at }) => updated_at).toSorted((a, b) => Date.parse(b) - Date.parse(a)),
  )
  expect(talks.find(({ project_id }) => project_id === market.projectIds['held'])).toMatchObject({
    project: { title: heldTitle },
  })
  const payments = await seller.call('payments.list')
  expect(payments).toEqual(newest(payments))
  expect(payments.find(({ project_id }) => project_id === market.projectIds['held'])).toMatchObject(
    {
      project_title: heldTitle,
      counterpart_name: creator.session.user.user_metadata['name'],
    },
  )
  const invitations = await creator.call('invitations.mine')
  expect(invitations).toEqual(newest(invitations))
  const invitedTo = await creator.call('projects.get', {
    params: { id: invitations[0]?.project_id ?? '' },
  })
  expect(invitations[0]?.project.title).toBe(invitedTo.title)
})

test('every call of a signed-in person carries the bearer access token of the session', async () => {
  const window = await windowOf(seller)
  const tokens: (string | undefined)[] = []
  window.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/'))
      tokens.push(request.headers()['authorization'])
  })
  for (const path of [
    '/my-projects',
    '/find-creators',
    '/messages',
    '/notifications',
    '/settings/cards',
    `/projects/${market.projectIds['held']}?tab=payment`,
  ]) {
    const before = tokens.length
    await visit(window, path)
    await expect.poll(() => tokens.length, { message: path }).toBeGreaterThan(before)
  }
  expect(new Set(tokens)).toEqual(new Set([`Bearer ${seller.session.access_token}`]))
})
