import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  useAcceptedApplication,
  useMyApplications,
  useProjectApplications,
} from '#web/applications/use-applications.ts'
import { useRecentProjects } from '#web/dashboard/use-dashboard.ts'
import { useActiveProjects, useMyProjects, useProject } from '#web/projects/use-projects.ts'
import { createQueryClient } from './query-client.ts'

/** The options that a screen's query actually uses. */
function optionsOf(useIt: () => unknown) {
  const queries = createQueryClient()
  function Screen() {
    useIt()
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  )
  const [query] = queries.getQueryCache().getAll()
  if (query === undefined) throw new Error('the screen asked for nothing')
  const { staleTime, gcTime, refetchOnMount, retry, retryDelay } = query.options as Record<
    string,
    unknown
  >
  // It may be a function of the query: one that came with the page is an exception.
  const refetches = typeof refetchOnMount === 'function' ? refetchOnMount(query) : refetchOnMount
  return { staleTime, gcTime, refetchOnMount: refetches, retry, retryDelay }
}

test.each([
  ['one project', () => useProject('p')],
  ['one’s own projects', () => useMyProjects()],
  ['available projects', () => useActiveProjects({})],
  ['recent projects', () => useRecentProjects()],
])('project data is not cached and refetches on mount: %s', (_what, useIt) => {
  expect(optionsOf(useIt)).toMatchObject({ staleTime: 0, gcTime: 0, refetchOnMount: 'always' })
})

test.each([
  ['of a project', () => useProjectApplications('p')],
  ['of a creator', () => useMyApplications()],
])('application lists stay fresh for 30 seconds and cached for 5 minutes: %s', (_whose, useIt) => {
  expect(optionsOf(useIt)).toMatchObject({ staleTime: 30_000, gcTime: 300_000 })
})

test('accepted applications are not cached', () => {
  expect(optionsOf(() => useAcceptedApplication('p'))).toMatchObject({ staleTime: 0, gcTime: 0 })
})

test('queries retry 3 times with exponential back-off capped at 30 s', () => {
  const { retry, retryDelay } = optionsOf(() => useProject('p')) as {
    retry: (failures: number, error: unknown) => boolean
    retryDelay: (failures: number) => number
  }
  const away = new Error('no answer')
  expect([0, 1, 2, 3].map((failures) => retry(failures, away))).toEqual([true, true, true, false])
  expect([0, 1, 2, 4, 5, 20].map((failures) => retryDelay(failures))).toEqual([
    1_000, 2_000, 4_000, 16_000, 30_000, 30_000,
  ])
})
