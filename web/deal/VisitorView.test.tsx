import { expect, test } from 'vitest'
import type { Application } from '#contract/application-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { VisitorView } from './VisitorView.tsx'

const project = {
  id: 'p',
  title: 'Mugs',
  description: 'Three reels.',
  product_details: null,
  category: 'home',
  budget: 600,
  deadline: '2026-07-01',
  product_images: [],
  status: 'active',
  application_count: 2,
  to_answer: null,
  seller: { id: 's', name: 'Ellen', role: 'seller', avatar_url: null, company_name: null },
} as unknown as ProjectDetail
const read = (mayApply: boolean) =>
  wordsOf(<VisitorView project={project} application={null} failed={null} mayApply={mayApply} />)
const FOR_CREATORS = ['Contact Seller', 'How you get paid', 'Your application']

test('a creator sees Contact Seller, the application form and how they get paid', () => {
  for (const words of FOR_CREATORS) expect(read(true)).toContain(words)
})

test('a rejected creator, or one at a closed project, sees where to go next, not how they get paid', () => {
  const rejected = wordsOf(
    <VisitorView
      project={project}
      application={
        {
          id: 'a',
          status: 'rejected',
          message: null,
          proposed_price: 500,
          first_price: 500,
        } as unknown as Application
      }
      failed={null}
      mayApply
    />,
  )
  const closed = wordsOf(
    <VisitorView
      project={{ ...project, status: 'completed' }}
      application={null}
      failed={null}
      mayApply
    />,
  )
  for (const words of [rejected, closed]) {
    expect(words).toContain('Browse Projects')
    expect(words).not.toContain('How you get paid')
  }
  expect(rejected).toContain('My Applications')
  expect(closed).toContain('Available Projects')
  expect(read(true)).not.toContain('Browse Projects')
})

test('another seller sees the description, and nothing that is meant for creators', () => {
  expect(read(false)).toContain('Three reels.')
  for (const words of FOR_CREATORS) expect(read(false)).not.toContain(words)
})

test('everyone sees how many creators a project wants and has hired, if it hires several', () => {
  const hiring = { wanted: 8, hired: 3, until: null }
  for (const mayApply of [true, false]) {
    const words = wordsOf(
      <VisitorView
        project={{ ...project, hiring }}
        application={null}
        failed={null}
        mayApply={mayApply}
      />,
    )
    expect(words).toContain('8 wanted, 3 hired')
    expect(read(mayApply)).not.toContain('wanted')
  }
})
