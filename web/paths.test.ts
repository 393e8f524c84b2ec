import { describe, expect, test } from 'vitest'
import { matchRoutes } from 'react-router'
import { paths, safeReturnPath } from './paths.ts'

describe('paths', () => {
  test('an id is encoded, so that it cannot leave its place in the path', () => {
    expect(paths.project('a/../b?c')).toBe('/projects/a%2F..%2Fb%3Fc')
  })

  test('every fixed path is its own', () => {
    const fixed = Object.values(paths).filter((path) => typeof path === 'string')
    expect(new Set(fixed).size).toBe(fixed.length)
  })

  test('every path leads to a route of the table and not to the 404 page', async () => {
    const { routes } = await import('./routes.tsx')
    const id = '0d9ab6e2-1c1c-4b52-9d21-7e0e6a1f2b11'
    const all = Object.values(paths).map((path) =>
      typeof path === 'string'
        ? path
        : (path as (id: string, tab: 'payment') => string)(id, 'payment'),
    )
    const lost = all.filter((path) => {
      const { pathname } = new URL(path, 'http://app.invalid')
      return matchRoutes(routes, pathname)?.at(-1)?.route.path === '*'
    })
    expect(lost).toEqual([])
  })
})

describe('where somebody may be sent on to after signing in', () => {
  test('a page of this app, with its query and fragment', () => {
    expect(safeReturnPath('/projects/1?tab=payment#top')).toBe('/projects/1?tab=payment#top')
  })

  test('without the one-time code of a sign-in that is over', () => {
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
