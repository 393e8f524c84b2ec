import { expect, test } from 'vitest'
import { BRIEF_LIMITS } from './briefs.ts'
import { ORDER_LIMITS } from './package-orders.ts'
import { orderDescription } from './package-order-text.ts'
import type { PackageTerms } from './packages.ts'
import { PROJECT_LIMITS } from './projects.ts'

const terms = { items: [], add_ons: [] } as unknown as PackageTerms

test('the description of an order contains the brand’s words, links and question', () => {
  const words = { words: 'Our new mug.', links: ['https://loam.example'], question: 'By Friday?' }
  expect(orderDescription(terms, [], words)).toBe(
    'Our new mug.\n\nLinks:\n- https://loam.example\n\nA question to you: By Friday?',
  )
})

test('the description of the longest possible order fits the limit of a project description', () => {
  const links = Array.from(
    { length: ORDER_LIMITS.links },
    (_, n) => `https://loam.example/${n}${'x'.repeat(BRIEF_LIMITS.link - 25)}`,
  )
  const text = orderDescription(terms, [], {
    words: 'w'.repeat(ORDER_LIMITS.words),
    links,
    question: 'q'.repeat(ORDER_LIMITS.question),
  })
  expect(text.length).toBeLessThanOrEqual(PROJECT_LIMITS.description)
  expect(text.length).toBeGreaterThan(PROJECT_LIMITS.description - BRIEF_LIMITS.link - 10)
})
