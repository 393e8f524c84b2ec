import { expect, test } from 'vitest'
import { joining, readAuthState } from './auth-state.ts'

test('without a navigation state, the Sign In tab is open and no role is selected', () => {
  expect(readAuthState(null)).toEqual({
    returnPath: null,
    tab: 'sign-in',
    role: null,
    email: null,
    confirmation: null,
  })
})

test('Get Started opens Sign Up, and Join as Brand also selects the seller role', () => {
  expect(readAuthState(joining())).toMatchObject({ tab: 'sign-up', role: null })
  expect(readAuthState(joining('seller'))).toMatchObject({ tab: 'sign-up', role: 'seller' })
})

test('sign-in returns to the interrupted page, never to another site', () => {
  expect(readAuthState({ returnPath: '/projects/1' }).returnPath).toBe('/projects/1')
  expect(readAuthState({ returnPath: 'https://evil.example' }).returnPath).toBeNull()
})

test('an unknown role is ignored', () => {
  expect(readAuthState({ join: 'admin' }).role).toBeNull()
})
