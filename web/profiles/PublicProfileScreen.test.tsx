import { expect, test } from 'vitest'
import { NO_SUCH_PROFILE } from '#contract/profiles.ts'
import { takeAnswer } from '#web/api/brought.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { PublicProfileScreen } from './PublicProfileScreen.tsx'

const MESSAGE = 'Too many requests. Wait a moment.'
const refusedWith = (status: number) =>
  wordsOf(<PublicProfileScreen />, (cache) =>
    takeAnswer(cache, {
      key: 'profiles.get',
      input: { params: { id: '' } },
      status,
      body: { code: 'request.rate_limited', message: MESSAGE },
    }),
  )

test('a profile that does not exist is shown as not found', () => {
  expect(refusedWith(404)).toContain(`Profile Not Found ${NO_SUCH_PROFILE}`)
})

test.each([400, 429, 500, 503])(
  'a read that failed with %i says so and offers a retry',
  (status) => {
    const words = refusedWith(status)
    expect(words).not.toContain('Not Found')
    expect(words).toContain(`Failed to load profile ${MESSAGE} Try again`)
  },
)
