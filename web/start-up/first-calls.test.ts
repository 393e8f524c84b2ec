import { afterEach, expect, test, vi } from 'vitest'
import { routePath, routes } from '#contract/api.ts'
import { APP_PAGES } from '#contract/pages.ts'
import { askEarly, takeEarly } from '#web/api/early-answers.ts'
import { firstCalls } from './first-calls.ts'

const id = '01a1fa70-4cb2-7f1d-82a8-2227f5ce38a3'

/** Every address that a call of the contract reads from, for one project. */
const reads = Object.keys(routes)
  .filter((key) => routes[key as keyof typeof routes].startsWith('GET '))
  .map((key) => routePath(key as keyof typeof routes, { id, code: id }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('every first call is a GET route of the contract', () => {
  for (const page of APP_PAGES)
    for (const role of ['creator', 'seller', undefined])
      for (const url of firstCalls(page.replace(':id', id), '', role)) expect(reads).toContain(url)
  expect(firstCalls(`/projects/${id}`, '', 'creator')).toHaveLength(5)
  expect(firstCalls('/projects', '', 'creator')).toHaveLength(4)
  expect(firstCalls('/profile', '', 'creator')).toContain('/api/payouts/account')
  expect(firstCalls('/profile', '', 'seller')).toContain('/api/payment-methods')
  expect(firstCalls('/settings/payouts', '', 'creator')).toContain('/api/payments')
  expect(firstCalls('/settings/cards', '', 'seller')).toContain('/api/payments')
  expect(firstCalls('/settings/cards', '', 'creator')).toHaveLength(3)
})

test('a page of the other role, or for an unknown role, makes no first calls of its own', () => {
  const pages = {
    creator: ['/dashboard', '/my-applications', '/my-invitations'],
    seller: ['/my-projects', '/find-creators'],
  }
  for (const path of [...pages.creator, ...pages.seller])
    for (const role of ['creator', 'seller', undefined] as const) {
      const own = role !== undefined && pages[role].includes(path)
      const count = pages.seller.includes(path) ? 5 : 4
      expect(firstCalls(path, '', role), `${path} for ${role}`).toHaveLength(own ? count : 3)
    }
  expect(firstCalls('/profile', '', undefined)).toHaveLength(3)
})

test('the console, which has no bell, does not fetch the unread count', () => {
  for (const path of ['/operator', '/operator/people'])
    expect(firstCalls(path, '', 'seller')).toEqual(['/api/profiles/me', '/api/navigation/counts'])
})

test('a filtered list or an invalid project id makes no first calls of its own', () => {
  const everywhere = ['/api/profiles/me', '/api/navigation/counts', '/api/notifications/unread']
  const lists = {
    creator: ['/projects', '/my-applications', '/my-invitations', '/messages'],
    seller: ['/my-projects', '/find-creators', '/messages'],
  }
  for (const role of ['creator', 'seller'] as const)
    for (const list of lists[role]) {
      expect(firstCalls(list, '', role).length, list).toBeGreaterThan(everywhere.length)
      expect(firstCalls(list, '?q=mug', role), list).toEqual(everywhere)
    }
  for (const role of ['creator', 'seller'])
    for (const invalid of ['42', `${id}0`, id.slice(1), `${id}/applications`])
      expect(firstCalls(`/projects/${invalid}`, '', role), invalid).toEqual(everywhere)
})

test('an early response can be taken only once, with the same token, while it is fresh', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(new Response(url)))
  askEarly(['/api/a', '/api/b', '/api/c'], 'token')
  expect(await (await takeEarly('/api/a', 'token'))?.text()).toBe('/api/a')
  expect(takeEarly('/api/a', 'token')).toBeUndefined()
  expect(takeEarly('/api/b', 'of somebody else')).toBeUndefined()
  vi.advanceTimersByTime(11_000)
  expect(takeEarly('/api/c', 'token')).toBeUndefined()
})
