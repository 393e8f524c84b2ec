import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { ownOrigins } from '#server/http/own-origins.ts'
import { startAuth, type TestAuth } from '#tests/support/auth.ts'
import { isAllowedRedirect } from '#server/auth/settings/redirects.ts'

const read = (list: string) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/x', AUTH_REDIRECTS: list }).auth.redirects

test.each([
  ['https://app.example/back', 'https://app.example/back'],
  ['https://app.example', 'https://app.example/'],
  ['HTTPS://APP.example:443/Back?x=1', 'https://app.example/Back?x=1'],
  ['https://*.preview.example/*', 'https://*.preview.example/*'],
  ['https://pr-*.preview.example:8443/back', 'https://pr-*.preview.example:8443/back'],
  ['http://localhost:5173/*', 'http://localhost:5173/*'],
  ['com.example.app://back', 'com.example.app://back'],
  ['com.example.app:/back', 'com.example.app:/back'],
  ['myapp://*', 'myapp://*'],
])('%s is accepted', (text, entry) => {
  expect(read(` ,${text}, `)).toEqual([entry])
})

/** Each entry with the message of its refusal. */
const BAD = [
  ['app.example', 'not an address'],
  ['https://', 'not an address'],
  ['https://app.example:*/back', 'not an address'],
  ['*', 'not an address'],
  ['https:app.example', 'leads to nothing'],
  ['javascript:alert(1)', 'leads to nothing'],
  ['javascript://app.example/%0aalert(1)', 'leads to nothing'],
  ['data:text/html;x', 'leads to nothing'],
  ['vbscript://x', 'leads to nothing'],
  ['file:///etc/passwd', 'leads to nothing'],
  ['intent://x', 'leads to nothing'],
  ['ftp://app.example/', 'leads to nothing'],
  ['wss://app.example/', 'leads to nothing'],
  ['blob:https://app.example/x', 'leads to nothing'],
  ['mailto:a@app.example', 'leads to nothing'],
  ['myapp:back', 'leads to nothing'],
  ['https://user@app.example/', 'names a user'],
  ['myapp://user:word@back', 'names a user'],
  ['https://app.example/#back', '"#"'],
  ['https://*/back', 'last two parts'],
  ['https://*.example/', 'last two parts'],
  ['https://app.*/', 'last two parts'],
  ['https://app.example\\@evil.example/', 'characters'],
  ['https://app.example/b ck', 'characters'],
  ['https://\u0430pp.example/', 'characters'],
] as const

test.each(BAD)('%s is refused at start-up', (text, reason) => {
  const all = () => read(`https://good.example/,${text}`)
  expect(all).toThrow(ConfigError)
  expect(all).toThrow(`AUTH_REDIRECTS: "${text}"`)
  expect(all).toThrow(reason)
})

test('every wrong entry is named, one per line', () => {
  expect(() => read('app.example,https://*.example/')).toThrow(
    /AUTH_REDIRECTS: "app.example"[^\n]*\n {2}AUTH_REDIRECTS: "https:/,
  )
})

const redirects = read(
  'com.example.app://back,myapp:/*,https://other.example/back,https://*.preview.example/',
)

test.each([
  ['com.example.app://back', true],
  ['com.example.app://back#x', true],
  ['myapp:/anything', true],
  ['com.example.app://back/', false],
  ['com.example.app://backdoor', false],
  ['com.example.app:/back', false],
  ['com.example.app://user@back', false],
  ['COM.example.app://back', false],
  ['com.example.apps://back', false],
  ['com.example.app://back\\', false],
  ['com.example.app://', false],
  ['myapp:anything', false],
  ['javascript://back', false],
  ['https://other.example/back', true],
  ['https://other.example/', false],
])('%s is a redirect target only if it matches a listed entry (%s)', (url, expected) => {
  const rules = { siteUrl: 'https://cartwright.example', redirectAllowList: redirects }
  expect(isAllowedRedirect(rules, url)).toBe(expected)
})

test('CORS allows the origins of listed sites, and none for an app scheme', () => {
  const origins = ownOrigins({
    ...readConfig({ DATABASE_URL: 'postgres://localhost/x' }),
    publicUrl: 'https://cartwright.example',
    auth: { ...readConfig({ DATABASE_URL: 'postgres://localhost/x' }).auth, redirects },
  })
  expect([...origins]).toEqual(['https://cartwright.example', 'https://other.example'])
})

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({ auth: { redirects } })
})
afterAll(() => auth.close())

test('the service sends CORS headers to listed origins, and never to the origin null', async () => {
  const allowed = async (origin: string, method = 'GET') => {
    const { headers } = await auth.call(method, '/settings', { headers: { origin } })
    return headers.get('access-control-allow-origin')
  }
  expect(await allowed('https://other.example')).toBe('https://other.example')
  expect(await allowed(auth.siteUrl)).toBe(auth.siteUrl)
  for (const origin of ['null', 'com.example.app://back', 'myapp://', 'https://x.preview.example'])
    for (const method of ['GET', 'OPTIONS']) expect(await allowed(origin, method)).toBeNull()
})

test('a mail’s link returns to the app that asked for it', async () => {
  const person = await auth.person()
  const client = auth.client()
  const redirectTo = 'com.example.app://back'
  expect((await client.resetPasswordForEmail(person.email, { redirectTo })).error).toBeNull()
  const mail = (await auth.mailsTo(person.email))[0]
  const page = await fetch(mail?.link ?? '')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`form-action 'self' ${auth.siteUrl} com.example.app:;`)
  expect(policy).not.toContain('null')
  const link = new URL(mail?.link ?? '')
  link.searchParams.delete('via')
  const { headers } = await fetch(link, { redirect: 'manual' })
  const landing = new URL(headers.get('location') ?? '')
  expect(`${landing.protocol}//${landing.host}`).toBe(redirectTo)
  const { data } = await client.exchangeCodeForSession(landing.searchParams.get('code') ?? '')
  expect(data.user?.id).toBe(person.id)
})
