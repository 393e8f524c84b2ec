import type { Factor, User } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'
import { claimsOf, isRecovery, needsCode } from './session-claims.ts'

function tokenWith(claims: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  const base64 = btoa(String.fromCodePoint(...bytes))
  return `e30.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`
}

describe('the claims of a token', () => {
  test('include its level and authentication methods, even when it contains non-Latin text', () => {
    const token = tokenWith({ aal: 'aal1', amr: [{ method: 'recovery' }], name: 'Zoë ÿþ 鍵' })
    expect(claimsOf(token)).toEqual({ level: 'aal1', methods: ['recovery'] })
    expect(isRecovery({ access_token: token })).toBe(true)
  })

  test.each(['', 'a.b.c', tokenWith(null), tokenWith({ amr: 'x' })])(
    'include no methods when the token is %j',
    (token) => {
      expect(claimsOf(token).methods).toEqual([])
      expect(isRecovery({ access_token: token })).toBe(false)
    },
  )
})

describe('a second-factor code', () => {
  const userWith = (status: Factor['status'] | null) =>
    ({ factors: status === null ? undefined : [{ status }] }) as unknown as User
  const at = (aal: string, status: Factor['status'] | null) =>
    needsCode({ access_token: tokenWith({ aal }), user: userWith(status) })

  test('is required when an authenticator app is set up and no code has been entered', () => {
    expect(at('aal1', 'verified')).toBe(true)
  })

  test('is not required after the code, without an app, or while the app is being set up', () => {
    expect(at('aal2', 'verified')).toBe(false)
    expect(at('aal1', null)).toBe(false)
    expect(at('aal1', 'unverified')).toBe(false)
  })
})
