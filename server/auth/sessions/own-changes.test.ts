import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHttpApp } from '#server/http/app.ts'
import { createLog } from '#server/logging/log.ts'
import { rereadAfterOwnChanges } from './own-changes.ts'

const forgotten: string[] = []
const app = createHttpApp(createLog('silent'), 0)
const forget = async (token: string) => void forgotten.push(token)
rereadAfterOwnChanges(app, { forget }, '/auth/v1')
for (const url of ['/auth/v1/*', '/api/*'])
  app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler: async () => ({}) })
beforeEach(() => void forgotten.splice(0))
afterAll(() => app.close())

async function forgottenBy(method: string, url: string, authorization = 'Bearer a.b.c') {
  await app.inject({ method: method as 'GET', url, headers: { authorization } })
  return forgotten
}

test.each([
  ['POST', '/auth/v1/logout?scope=local'],
  ['PUT', '/auth/v1/user'],
  ['DELETE', '/auth/v1/factors/0f'],
  ['PATCH', '/api/profiles/me'],
  ['POST', '/api/profiles/me/role'],
  ['DELETE', '/api/sessions/0f'],
  ['POST', '/api/account/delete'],
])('%s %s evicts its caller from the session cache before responding', async (method, url) => {
  expect(await forgottenBy(method, url)).toEqual(['a.b.c'])
})

test.each([
  ['GET', '/auth/v1/user'],
  ['GET', '/api/profiles/me'],
  ['POST', '/api/conversations/0f/messages'],
])('%s %s leaves its caller in the session cache', async (method, url) => {
  expect(await forgottenBy(method, url)).toEqual([])
})

test('a request without a bearer token evicts no one', async () => {
  expect(await forgottenBy('POST', '/auth/v1/token', 'Basic abc')).toEqual([])
})
