import { expect, test } from 'vitest'
import { wordsOf } from '#web/testing/drawn.tsx'
import { FailedNotice } from './FailedNotice.tsx'

const refetch = () => Promise.resolve()
const failed = () => 'The extensions of this licence could not be loaded'

test('a read that failed: what could not be loaded, why, and a retry', () => {
  const query = { error: new Error('refused'), refetch }
  expect(wordsOf(<FailedNotice query={query} failed={failed} />)).toBe(
    'The extensions of this licence could not be loaded refused Try again',
  )
})

test('a read that is only slow is not called failed', () => {
  expect(wordsOf(<FailedNotice query={{ error: null, refetch }} failed={failed} />)).toBe('')
})
