import { expect, test } from 'vitest'
import type { ApplicationStatus } from '#contract/applications.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { newerBriefWords } from '#contract/newer-brief.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { ApplicationPanel } from './ApplicationPanel.tsx'

const project = {
  id: 'p',
  status: 'active',
  budget: 600,
  seller: { name: 'Ellen Harrow', company_name: null },
} as ProjectDetail
const panel = (status: ApplicationStatus | null, briefFrom?: string) => (
  <ApplicationPanel
    project={
      briefFrom === undefined
        ? project
        : ({ ...project, brief: { written_at: briefFrom } } as ProjectDetail)
    }
    application={
      status === null
        ? null
        : {
            id: 'a',
            project_id: 'p',
            creator_id: 'c',
            message: 'I film in a kitchen.',
            proposed_price: 540.5,
            first_price: 540.5,
            status,
            fee_terms: null,
            reject_note: null,
            created_at: '2026-06-03T09:41:00Z',
          }
    }
  />
)

test('the creator’s button reads "Apply to This Project" until an application is sent', () => {
  expect(wordsOf(panel(null))).toContain('Apply to This Project')
})

test.each([
  ['pending', 'Application Pending'],
  ['accepted', 'Application Accepted'],
  ['rejected', 'Application Rejected'],
] as const)('with a %s application the button reads "%s" and is disabled', (status, words) => {
  const html = drawn(panel(status))
  expect(html).toMatch(new RegExp(`<button[^>]* disabled=""[^>]*>[^<]*${words}`))
  expect(html).not.toContain('Apply to This Project')
})

test('form fields are disabled until payout onboarding is complete', () => {
  const html = drawn(panel(null))
  expect(html.match(/<(textarea|input)[^>]* disabled=""/g)).toHaveLength(2)
})

test('a brief changed after the application is pointed out while the application is pending', () => {
  const [before, after] = ['2026-06-03T09:40:00Z', '2026-06-03T09:42:00Z']
  expect(wordsOf(panel('pending', after))).toContain(newerBriefWords.applicant)
  expect(wordsOf(panel('pending', before))).not.toContain(newerBriefWords.applicant)
  expect(wordsOf(panel('accepted', after))).not.toContain(newerBriefWords.applicant)
  expect(wordsOf(panel('pending'))).not.toContain(newerBriefWords.applicant)
})
