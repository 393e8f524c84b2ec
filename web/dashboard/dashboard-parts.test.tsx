import type { UseQueryResult } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { DeliverableWithTitle } from '#contract/deliverable-schemas.ts'
import type { ProjectWithSeller } from '#contract/project-schemas.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { DeliverableTable } from './DeliverableTable.tsx'
import { RecentProjects } from './RecentProjects.tsx'

const deliverable = (at: number): DeliverableWithTitle => ({
  id: `d${at}`,
  application_id: 'a',
  project_id: 'p',
  creator_id: 'c',
  file_url: '/file',
  original_open: true,
  preview_state: 'ready',
  openings: [],
  poster_url: null,
  preview_url: null,
  file_name: `reel-${at}.mp4`,
  file_type: 'video/mp4',
  file_size: 1,
  file_count: 1,
  post_url: null,
  screenshot_url: null,
  screenshot_name: null,
  notes: null,
  ai_parts: null,
  reviewer_notes: null,
  status: 'pending',
  version: at,
  reviewed_at: null,
  superseded_at: null,
  decided: false,
  open_changes: 0,
  brief_version: null,
  review_from: null,
  review_outcome: 'approve',
  created_at: '2026-06-03T09:41:00Z',
  project_title: at === 1 ? '' : 'Mugs',
})

type Recent = UseQueryResult<{ projects: ProjectWithSeller[]; total: number }>
const recent = (query: Partial<Recent>) => wordsOf(<RecentProjects query={query as Recent} />)

test('My Deliverables shows only if any exist', () => {
  expect(drawn(<DeliverableTable deliverables={[]} applications={[]} />)).toBe('')
})

test('My Deliverables: lists the first 5, and a project without a title as "Unknown Project"', () => {
  const words = wordsOf(
    <DeliverableTable deliverables={[1, 2, 3, 4, 5, 6].map(deliverable)} applications={[]} />,
  )
  expect(words.match(/reel-\d\.mp4/g)).toEqual([1, 2, 3, 4, 5].map((at) => `reel-${at}.mp4`))
  expect(words).toContain('Unknown Project reel-1.mp4 Jun 3, 2026 Pending View')
})

test('a rejected version names the one that replaced it, and a version decided by a dispute says so', () => {
  const other = { ...deliverable(2), id: 'other', project_id: 'q', status: 'rejected' as const }
  const words = wordsOf(
    <DeliverableTable
      deliverables={[
        { ...deliverable(3), decided: true },
        { ...deliverable(2), status: 'rejected' },
        { ...deliverable(5), project_id: 'r', status: 'approved' },
        { ...deliverable(4), project_id: 'r', status: 'rejected' },
        other,
      ]}
      applications={[]}
    />,
  )
  expect(words).toContain('reel-3.mp4 Jun 3, 2026 Dispute decided')
  expect(words).toContain('reel-2.mp4 Replaced by version 3. Jun 3, 2026 Needs revision')
  expect(words).toContain('reel-4.mp4 Jun 3, 2026 Replaced by V5')
  // The newest of its own deal, regardless of later ones in other deals.
  expect(words).toContain('reel-2.mp4 Jun 3, 2026 Needs revision')
})

test('Recent Projects: "No projects available right now" / "Check back later for new opportunities"', () => {
  expect(recent({ data: { projects: [], total: 0 } })).toMatch(
    /View All Projects No projects available right now Check back later for new opportunities$/,
  )
})

test('Recent Projects: each with title, category, budget in USD and a View link', () => {
  const project = (id: string, title: string, budget: number): ProjectWithSeller => ({
    id,
    seller_id: 's',
    title,
    description: '.',
    product_details: null,
    category: 'home',
    budget,
    deadline: '2026-07-01',
    product_images: [],
    status: 'active',
    created_at: '2026-06-03T09:41:00Z',
    seller: { id: 's', name: 'Ellen', role: 'seller', avatar_url: null, company_name: null },
  })
  const projects = [project('p1', 'Mugs', 540.5), project('p2', 'Lamps', 300)]
  const html = drawn(<RecentProjects query={{ data: { projects } } as Recent} />)
  const cards = html.split('<article').slice(1)
  expect(cards).toHaveLength(2)
  expect(cards[0]).toMatch(/Mugs.*\$540\.50.*Home.*<a[^>]+href="\/projects\/p1"[^>]*>View/s)
  expect(cards[1]).toMatch(/Lamps.*\$300\.00.*Home.*<a[^>]+href="\/projects\/p2"[^>]*>View/s)
})

test('"Error loading projects: {message}"', () => {
  expect(recent({ isError: true, error: new Error('the server is away') })).toContain(
    'Error loading projects: the server is away',
  )
})
