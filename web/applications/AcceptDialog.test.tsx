import type { z } from 'zod'
import { expect, test } from 'vitest'
import type { acceptingFacts } from '#contract/application-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'

/** What the owner is asked once the facts are there. */
const question = (facts: Partial<z.infer<typeof acceptingFacts>>) =>
  wordsOf(
    <AcceptDialog
      application={{
        id: 'a',
        created_at: '2031-01-02T00:00:00Z',
        proposed_price: 250,
        creator: { name: 'Maya Okafor', avatar_url: null, works: [] },
      }}
      brief={null}
      Works={() => null}
      busy={false}
      onAccept={() => {}}
      onClose={() => {}}
    />,
    (cache) =>
      cache.setQueryData(apiQuery('applications.accepting', { params: { id: 'a' } }).queryKey, {
        others: 0,
        amount: 250,
        works: [],
        deadline_over: null,
        ...facts,
      }),
  ).replaceAll('\u00a0', ' ')

test('a deadline that has passed is named before the creator is hired, with the way to another date', () => {
  expect(question({ deadline_over: '2031-03-03' })).toContain(
    'The deadline, Mar 3, 2031, has passed. You can agree on another date once you have hired Maya.',
  )
  expect(question({})).toContain('Accept Maya')
  expect(question({})).not.toContain('has passed')
})
