import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { routes } from './routes.tsx'

const ID = '0d9ab6e2-1c1c-4b52-9d21-7e0e6a1f2b11'

test('every path matches a route other than the 404 page', () => {
  const all = Object.values(paths).map((path) =>
    typeof path === 'string' ? path : (path as (...given: unknown[]) => string)(ID, {}),
  )
  const lost = all.filter((path) => {
    const { pathname } = new URL(path, 'http://app.invalid')
    return matchRoutes(routes, pathname)?.at(-1)?.route.path === '*'
  })
  expect(lost).toEqual([])
})

/** The properties a route may have: scripts/router-without-unused.ts leaves out the code that runs anything else. */
const PARTS = new Set([
  'path',
  'index',
  'handle',
  'children',
  'lazy',
  'Component',
  'ErrorBoundary',
  'HydrateFallback',
])

test('no route has a loader, an action or another part that the build leaves out of the router', () => {
  const all = (some: readonly RouteObject[]): RouteObject[] =>
    some.flatMap((route) => [route, ...all(route.children ?? [])])
  const found = all(routes)
  expect(found.length).toBeGreaterThan(40)
  const strange = found.flatMap((route) => Object.keys(route).filter((part) => !PARTS.has(part)))
  expect(strange).toEqual([])
  expect(found.filter(({ lazy }) => lazy !== undefined && typeof lazy !== 'function')).toEqual([])
})
