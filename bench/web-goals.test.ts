import { expect, test } from 'vitest'
import { missedGoals, type PageVisits, type WebRun } from './web-goals.ts'

const good = {
  usable: 90,
  script: 90,
  style: 0,
  font: 48,
  image: 2,
  total: 140,
  requests: 9,
  lcp: 400,
  shift: 0.003,
  blocking: 40,
  interaction: 32,
}

const page = (name: string, kind: PageVisits['kind'], with_: Partial<typeof good> = {}) => ({
  name,
  kind,
  visits: [{ ...good, ...with_ }],
})

const run: WebRun = {
  pages: [
    page('bare page', 'bare', { blocking: 400 }),
    page('landing', 'public', { lcp: 519 }),
    page('/projects', 'signed in', { lcp: 799, usable: 169 }),
  ],
  actions: [{ name: 'filter projects', times: [48, 96, 160] }],
  routeChange: 26,
  rendering: 4,
}

test('a run that reaches every goal misses none, whatever the bare page costs', () => {
  expect(missedGoals(run)).toEqual([])
})

test('each missed goal is reported with its page, its value and its limit', () => {
  const slow: WebRun = {
    ...run,
    pages: [
      page('bare page', 'bare'),
      page('landing', 'public', { lcp: 560, usable: 120 }),
      page('/projects', 'signed in', { lcp: 820, blocking: 51, shift: 0.011, usable: 171 }),
    ],
    actions: [{ name: 'filter projects', times: [48, 104, 160] }],
    routeChange: 51,
    rendering: 11,
  }
  expect(missedGoals(slow)).toEqual([
    'largest paint, landing: 1.40 × bare page (1.3 at most)',
    'largest paint, /projects: 2.05 × bare page (2 at most)',
    'blocking time, /projects: 51 ms (50 at most)',
    'layout shift, /projects: 0.011 (0.01 at most)',
    'JavaScript before a public page is usable, landing: 120 KiB gzipped (110 at most)',
    'JavaScript before a signed-in page is usable, /projects: 171 KiB gzipped (170 at most)',
    'action to next paint, filter projects: 104 ms (100 at most)',
    'route change, between loaded screens: 51 ms (50 at most)',
    'rendering a page, signed-in pages: 11.00 ms of CPU (10 at most)',
  ])
})
