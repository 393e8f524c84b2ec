import { expect, test } from 'vitest'
import { joining, readAuthState } from './auth-state.ts'

test('without a state Sign In is open and nothing is chosen', () => {
  expect(readAuthState(null)).toEqual({
    returnPath: null,
    tab: 'sign-in',
    role: null,
    email: null,
    confirmation: null,
  })
})

test('Get Started opens Sign Up, Join as Brand chooses the seller', () => {
  expect(readAuthState(joining())).toMatchObject({ tab: 'sign-up', role: null })
  expect(readAuthState(joining('seller'))).toMatchObject({ tab: 'sign-up', role: 'seller' })
})

test('the interrupted page is returned to, another site never', () => {
  expect(readAuthState({ returnPath: '/projects/1' }).returnPath).toBe('/projects/1')
  expect(readAuthState({ returnPath: 'https://evil.example' }).returnPath).toBeNull()
})

test('a role we do not know is no choice', () => {
  expect(readAuthState({ join: 'admin' }).role).toBeNull()
})
