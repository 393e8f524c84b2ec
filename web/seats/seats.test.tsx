import { expect, test } from 'vitest'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { ProjectBadge } from '#web/projects/ProjectBadge.tsx'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { BulkHire } from './BulkHire.tsx'
import { CloseHiring } from './CloseHiring.tsx'
import { HireRow } from './HireRow.tsx'
import { HiringProgress } from './HiringProgress.tsx'
import { seatWords } from './seat-words.ts'

const listing = {
  id: 'l',
  status: 'active',
  to_answer: 2,
  hiring: { wanted: 8, hired: 3, until: '2031-01-15' },
  hiring_budget: { total: 2_000, committed: 750 },
} as unknown as ProjectDetail

test('a brand sees how many are hired, for how much of the total, and until when', () => {
  const words = wordsOf(<HiringProgress project={listing} note="Creators can still apply." />)
  expect(words).toContain('3 of 8 hired · $750.00 of $2,000.00 committed')
  expect(words).toContain('Hiring until')
  const open = { ...listing, status: 'in_progress', hiring_budget: { total: null, committed: 750 } }
  const after = wordsOf(<HiringProgress project={open as ProjectDetail} note="" />)
  expect(after).toContain('3 of 8 hired · $750.00 committed')
  expect(after).not.toContain('Hiring until')
})

test('hiring can be closed once someone is hired; the question says what happens to open applications', () => {
  expect(wordsOf(<CloseHiring project={listing} />)).toContain('Close Hiring')
  const none = { ...listing, hiring: { wanted: 8, hired: 0, until: null } }
  expect(wordsOf(<CloseHiring project={none} />)).toBe('')
  expect(wordsOf(<CloseHiring project={{ ...listing, status: 'in_progress' }} />)).toBe('')
  expect([0, 1, 2].map(seatWords.close.waiting)).toEqual([
    'No applications are waiting.',
    '1 application is still waiting. We’ll let its creator know that hiring is closed.',
    '2 applications are still waiting. We’ll let their creators know that hiring is closed.',
  ])
})

test('a hire links to its own deal and says what it needs from the brand', () => {
  const deal = {
    project: {
      id: 'd',
      title: 'Reels',
      product_images: [],
      status: 'in_progress',
      deadline: '2031-02-01',
      order_id: null,
      order_fund_by: null,
      application_count: 1,
      to_answer: 0,
      accepted_price: 250,
      timeline: {
        first_application_at: '2031-01-01T00:00:00Z',
        accepted_at: '2031-01-02T00:00:00Z',
      },
    },
    seller: { id: 's', name: 'Ellen', company_name: null },
    creator: { id: 'c', name: 'Maya Okafor', avatar_url: null },
    payment: null,
    deliverables: [],
    disputes: [],
  } as unknown as ListedDeal
  const html = drawn(<HireRow deal={deal} />)
  expect(html).toContain('Maya Okafor')
  expect(html).toContain('Fund $250.00 so that Maya can start.')
  expect(html).toContain('href="/projects/d?tab=payment"')
})

test('a project that hires several has its own badges; any other has those of its status', () => {
  const badge = (status: ProjectDetail['status'], hiring = listing.hiring) =>
    wordsOf(<ProjectBadge project={{ status, ...(hiring ? { hiring } : {}) }} />)
  expect(badge('active')).toBe('Hiring')
  expect(badge('in_progress')).toBe('Hired')
  expect(badge('completed')).toBe('Completed')
  expect(wordsOf(<ProjectBadge project={{ status: 'active' }} />)).toBe('Active')
})

test('hiring several at once shows their sum, is hidden with no one selected, and disabled above 20', () => {
  const chosen = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `a${n}`, name: `Creator ${n}`, price: 250 }))
  const bulk = (count: number) =>
    drawn(<BulkHire projectId="l" chosen={chosen(count)} onClear={() => {}} />)
  expect(bulk(0)).not.toContain('<button')
  expect(bulk(5)).toContain('Hire 5 ($1,250.00)')
  expect(bulk(20)).not.toContain('disabled')
  expect(bulk(21)).toContain('disabled')
})

test('"Fund all" shows the single price and the sum, or only the sum when prices differ', () => {
  expect(seatWords.fund.button([25_000, 25_000, 25_000, 25_000, 25_000])).toBe(
    'Fund all (5 × $250 = $1,250.00)',
  )
  expect(seatWords.fund.button([25_000, 24_000])).toBe('Fund all ($490.00)')
})
