import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { startAuth } from '#tests/support/auth.ts'

/** SPEC §9 names numbers of the official client; an update that changes one of them is noticed here. */
const folder = dirname(createRequire(import.meta.url).resolve('@supabase/auth-js'))
const source = (file: string) => readFileSync(join(folder, file), 'utf8')

test('auth: the refresh retry delay starts at 200 ms and doubles; a login URL is stale after 120 s', () => {
  const client = source('GoTrueClient.js')
  expect(client).toContain('200 * Math.pow(2, attempt - 1)')
  expect(client).toContain('timeNow - issuedAt >= 120')
})

test('auth: the code verifier has 56 random values; the channel of a one-time code defaults to sms', () => {
  expect(source('lib/helpers.js')).toContain('verifierLength = 56')
  expect(source('GoTrueClient.js')).toMatch(
    /options\.channel\) !== null && _\w+ !== void 0 \? _\w+ : 'sms'/,
  )
})

test('auth: the official client emits each session event as it happens', async () => {
  const auth = await startAuth()
  try {
    const { email, password, client } = await auth.person()
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    const happens = async (event: string, act: () => Promise<{ error: unknown }>) => {
      events.length = 0
      expect((await act()).error, event).toBeNull()
      await expect.poll(() => events).toContain(event)
    }
    await happens('TOKEN_REFRESHED', () => client.refreshSession())
    await happens('USER_UPDATED', () => client.updateUser({ data: { name: 'Maya O.' } }))
    await happens('MFA_CHALLENGE_VERIFIED', async () => {
      const { data, error } = await client.mfa.enroll({ factorType: 'totp' })
      if (error) throw error
      const secret = Secret.fromBase32(data.totp.secret)
      const code = new TOTP({ secret }).generate({ timestamp: auth.now().getTime() })
      return client.mfa.challengeAndVerify({ factorId: data.id, code })
    })
    await happens('SIGNED_OUT', () => client.signOut())
    await happens('SIGNED_IN', () => client.signInWithPassword({ email, password }))
    await happens('PASSWORD_RECOVERY', async () => {
      await client.resetPasswordForEmail(email)
      const [mail] = await auth.mailsTo(email)
      // The link opens a page whose button sends this.
      const verified = await fetch(`${auth.url}/verify`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ token: mail?.token ?? '', type: 'recovery' }),
      })
      const back = new URL(verified.headers.get('location') ?? '')
      return client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    })
  } finally {
    await auth.close()
  }
})

test.each([502, 503, 504])('auth: HTTP %i is retryable', async (status) => {
  const { error } = await answered(status).signInWithPassword(somebody)
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status })
})

test('auth: HTTP 400 is not retryable', async () => {
  const { error } = await answered(400).signInWithPassword(somebody)
  expect(error?.name).toBe('AuthApiError')
})

test('auth: "You must provide either an email or phone number and a password"', async () => {
  const neither = { password: somebody.password } as typeof somebody
  for (const act of ['signUp', 'signInWithPassword'] as const) {
    const { error } = await answered(200)[act](neither)
    expect(error?.message).toBe('You must provide either an email or phone number and a password')
  }
})

const somebody = { email: 'maya@creators.example', password: 'correct horse' }

/** The official client of a service that always responds this way. */
const answered = (status: number) =>
  new AuthClient({
    url: 'http://auth.invalid',
    autoRefreshToken: false,
    persistSession: false,
    fetch: () => Promise.resolve(Response.json({}, { status })),
  })
