import { expect, test } from 'vitest'
import { apiQuery } from '#web/api/query-client.ts'
import { drawn } from '#web/testing/drawn.tsx'
import { ThreadOffer } from './ThreadOffer.tsx'

test('an open offer is rendered on the server, folded: how much room the window has is not known there', () => {
  const terms = { price: 250, deliver_by: '2026-07-01', rounds: 2, items: null }
  const offer = {
    ...terms,
    id: 'o',
    application_id: 'a',
    number: 1,
    by: 'creator',
    answers: null,
    note: null,
    hire_at_once: true,
    against: terms,
    status: 'open',
    expires_at: '2026-06-03T09:41:00Z',
    created_at: '2026-06-01T09:41:00Z',
    answered_at: null,
  } as const
  const html = drawn(
    <ThreadOffer
      applicationId="a"
      reader="seller"
      otherName="Maya"
      isMaking={false}
      onMaking={() => {}}
    />,
    (cache) => {
      cache.setQueryData(apiQuery('offers.list', { params: { id: 'a' } }).queryKey, {
        application_id: 'a',
        terms,
        brief_items: null,
        offers: [offer],
      })
    },
  )
  expect(html).toContain('$250')
  expect(html).toMatch(/<details(?![^>]* open)/)
})
