import { describe, expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('where someone may be sent on to after signing in', () => {
  test('a page of this app, with its query and fragment', () => {
    expect(safeReturnPath('/projects/1?tab=payment#top')).toBe('/projects/1?tab=payment#top')
  })

  test('without the one-time code of a completed sign-in', () => {
    expect(safeReturnPath('/dashboard?code=abc&tab=1')).toBe('/dashboard?tab=1')
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/auth',
    '',
    null,
    7,
  ])('never %j', (path) => {
    expect(safeReturnPath(path)).toBeNull()
  })
})
