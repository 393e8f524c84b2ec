import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** SPEC §9 names numbers of the official client; an update that changes one of them is told here. */
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

test('auth: session events, and what may pass: HTTP 502, 503, 504', () => {
  const client = source('GoTrueClient.js')
  for (const event of [
    'SIGNED_IN',
    'SIGNED_OUT',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'PASSWORD_RECOVERY',
    'MFA_CHALLENGE_VERIFIED',
  ])
    expect(client).toContain(`'${event}'`)
  const [, passing = ''] = /NETWORK_ERROR_CODES = \[([^\]]+)\]/.exec(source('lib/fetch.js')) ?? []
  for (const status of ['502', '503', '504']) expect(passing).toContain(status)
})

test('auth: "You must provide either an email or phone number and a password"', () => {
  expect(source('GoTrueClient.js')).toContain(
    'You must provide either an email or phone number and a password',
  )
})
