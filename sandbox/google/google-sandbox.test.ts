import { afterAll, beforeAll, expect, test } from 'vitest'
import * as oidc from 'openid-client'
import { freePort } from '#scripts/ports.ts'
import { startGoogleSandbox } from './google-sandbox.ts'

let issuer: string
let redirectUri: string
let sandbox: { close(): Promise<void> }
let config: oidc.Configuration

beforeAll(async () => {
  const port = await freePort()
  issuer = `http://127.0.0.1:${port}`
  redirectUri = 'http://127.0.0.1:9/auth/v1/callback'
  sandbox = await startGoogleSandbox({
    port,
    host: '127.0.0.1',
    issuer,
    clientId: 'client',
    clientSecret: 'a-secret-of-the-client',
    redirectUris: [redirectUri],
  })
  config = await oidc.discovery(new URL(issuer), 'client', 'a-secret-of-the-client', undefined, {
    execute: [oidc.allowInsecureRequests],
  })
})
afterAll(() => sandbox.close())

/** Follows the sandbox as a browser would, up to the address it returns the person to. */
async function signIn(scope: string, form: Record<string, string>) {
  const verifier = oidc.randomPKCECodeVerifier()
  const start = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const cookies = new Map<string, string>()
  const visit = async (url: URL, body?: URLSearchParams) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return { answer, next: new URL(answer.headers.get('location') ?? url, url) }
  }
  const chooser = (await visit(start)).next
  const page = await (await visit(chooser)).answer.text()
  let at = (await visit(chooser, new URLSearchParams(form))).next
  while (at.origin === issuer) at = (await visit(at)).next
  return { page, at, verifier }
}

async function claimsFor(scope: string, form: Record<string, string>) {
  const { at, verifier } = await signIn(scope, form)
  const tokens = await oidc.authorizationCodeGrant(config, at, {
    expectedState: 'the-state',
    expectedNonce: 'the-nonce',
    pkceCodeVerifier: verifier,
  })
  return tokens.claims()
}

test('choosing a person yields an ID token with their address and name', async () => {
  const claims = await claimsFor('openid email profile', { person: 'maya.okafor@gmail.example' })
  expect(claims).toMatchObject({
    iss: issuer,
    aud: 'client',
    email: 'maya.okafor@gmail.example',
    email_verified: true,
    name: 'Maya Okafor',
  })
  expect(claims?.sub).toMatch(/^\d{21}$/)
})

test('like Google it issues an ID token even for "email profile" alone', async () => {
  const claims = await claimsFor('email profile', { person: 'sam.unverified@gmail.example' })
  expect(claims).toMatchObject({ email: 'sam.unverified@gmail.example', email_verified: false })
})

test('typing an address yields the same account every time', async () => {
  const form = { email: 'New.Person@example.com', name: 'New Person' }
  const [one, two] = [await claimsFor('openid email', form), await claimsFor('openid email', form)]
  expect(one).toMatchObject({ email: 'New.Person@example.com', email_verified: true })
  expect(two?.sub).toBe(one?.sub)
})

test('a cancelled sign-in returns with the error and the state', async () => {
  const { page, at } = await signIn('openid email', { fail: 'access_denied' })
  expect(page).toContain('Jonas Weber')
  expect(Object.fromEntries(at.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'the-state',
  })
})
