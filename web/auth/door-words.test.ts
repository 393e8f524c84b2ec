import { expect, test } from 'vitest'
import { APP_PAGES, LICENCE_PAGE, PROFILE_PAGE } from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'
import { destinationWords, doorWords } from './door-words.ts'

const id = '01a1fa70-4cb2-7f1d-82a8-2227f5ce38a3'
const door = { joining: false, confirming: false, returnPath: null }

test('the sign-in page says what it leads to, by kind of address', () => {
  expect(destinationWords(paths.projectTab(id, 'payment'))).toBe('Sign in to open your project')
  expect(destinationWords(paths.conversation(id))).toBe('Sign in to read your messages')
  expect(destinationWords(paths.postProject)).toBe('Sign in to post a project')
  expect(destinationWords('/no-such-page')).toBeNull()
})

test('every guarded page has a sign-in sentence that reveals nothing of its content', () => {
  const open: readonly string[] = [
    paths.forgotPassword,
    paths.newPassword,
    paths.guestReview,
    PROFILE_PAGE,
    LICENCE_PAGE,
  ]
  for (const page of APP_PAGES.filter((one) => !open.includes(one)))
    expect(destinationWords(page.replace(/:\w+/g, 'a-secret-title')), page).toMatch(
      /^Sign in to [a-z ]+$/,
    )
  expect(destinationWords('/operator/people')).not.toMatch(/operator|console/)
})

test('a new account is not welcomed "back"', () => {
  expect(doorWords({ ...door, confirming: true }).title).toBe('Almost there')
  expect(doorWords(door).title).toBe('Welcome back')
  expect(doorWords({ ...door, returnPath: '/messages' }).title).toBe(
    'Sign in to read your messages',
  )
  expect(doorWords({ ...door, joining: true, returnPath: '/messages' }).title).toMatch(/^Join /)
})
