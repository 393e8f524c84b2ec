import { describe, expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('the return path after signing in', () => {
  test('may be a page of this app, with its query and fragment', () => {
    expect(safeReturnPath('/projects/1?tab=payment#top')).toBe('/projects/1?tab=payment#top')
  })

  test('drops the one-time code of a completed sign-in', () => {
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
  ])('is refused when it is %j', (path) => {
    expect(safeReturnPath(path)).toBeNull()
  })
})
