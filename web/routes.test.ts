import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { routes } from './routes.tsx'

const ID = '0d9ab6e2-1c1c-4b52-9d21-7e0e6a1f2b11'

test('every path leads to a route of the table and not to the 404 page', () => {
  const all = Object.values(paths).map((path) =>
    typeof path === 'string' ? path : (path as (...given: unknown[]) => string)(ID, {}),
  )
  const lost = all.filter((path) => {
    const { pathname } = new URL(path, 'http://app.invalid')
    return matchRoutes(routes, pathname)?.at(-1)?.route.path === '*'
  })
  expect(lost).toEqual([])
})
