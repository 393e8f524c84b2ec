import { expect, test } from 'vitest'
import type { ProjectTimeline } from '#contract/project-schemas.ts'
import { tabOfMoment } from './owner-tab.ts'

test('a project opens on the tab where its owner acts next', () => {
  const timeline: Record<keyof ProjectTimeline, string | null> = {
    posted_at: '2026-06-01T12:00:00Z',
    first_application_at: null,
    accepted_at: null,
    funded_at: null,
    delivered_at: null,
    approved_at: null,
    released_at: null,
    cancelled_at: null,
  }
  const opened = [tabOfMoment(timeline)]
  for (const [moment, at] of [
    ['accepted_at', '2026-06-02T12:00:00Z'],
    ['funded_at', '2026-06-03T12:00:00Z'],
    ['delivered_at', '2026-06-04T12:00:00Z'],
    ['approved_at', '2026-06-05T12:00:00Z'],
    // Another delivery, after the first was approved.
    ['delivered_at', '2026-06-06T12:00:00Z'],
    ['released_at', '2026-06-07T12:00:00Z'],
  ] as const) {
    timeline[moment] = at
    opened.push(tabOfMoment(timeline))
  }
  expect(
    tabOfMoment({ ...timeline, released_at: null, cancelled_at: '2026-06-08T12:00:00Z' }),
  ).toBe('payment')
  expect(opened).toEqual([
    'applications',
    'payment',
    'deliverables',
    'deliverables',
    'payment',
    'deliverables',
    'payment',
  ])
})
