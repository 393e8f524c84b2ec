import { expect, test } from 'vitest'
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

test('a creator on someone else’s project: Contact Seller, the application form, how they get paid', () => {
  for (const words of FOR_CREATORS) expect(read(true)).toContain(words)
})

test('another seller reads the brief, and nothing that is meant for creators', () => {
  expect(read(false)).toContain('Three reels.')
  for (const words of FOR_CREATORS) expect(read(false)).not.toContain(words)
})
