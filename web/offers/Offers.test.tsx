import { expect, test } from 'vitest'
import type { Negotiation } from '#contract/offer-schemas.ts'
import { OFFER_LIMITS, type OfferStatus } from '#contract/offers.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { Offers } from './Offers.tsx'

/** What a brand reads about offers of which the newest has this status. */
const read = (count: number, status: OfferStatus, deliverBy = '2999-02-01', isOpen = true) =>
  wordsOf(
    <Offers applicationId="a" reader="seller" otherName="Maya Okafor" isOpen={isOpen} />,
    (cache) =>
      cache.setQueryData(apiQuery('offers.list', { params: { id: 'a' } }).queryKey, {
        application_id: 'a',
        terms: { price: 480, deliver_by: deliverBy, rounds: 1, items: null },
        brief_items: null,
        offers: Array.from({ length: count }, (_, n) => ({
          id: `${n}`,
          by: 'seller',
          price: 480,
          deliver_by: deliverBy,
          rounds: 1,
          items: null,
          against: { price: 540, deliver_by: deliverBy, rounds: 2, items: null },
          note: null,
          status: n === count - 1 ? status : 'withdrawn',
          expires_at: '2999-01-01T00:00:00Z',
          created_at: '2031-01-01T00:00:00Z',
        })),
      } as unknown as Negotiation),
  )
const MOST = OFFER_LIMITS.most
const NO_MORE = 'All 6 offers were made, so the terms stand as they are.'
const OVER = 'Their date has passed: only a new project can have another.'

test('after the last offer, both sides read that the terms stand, and whether their date has passed', () => {
  expect(read(MOST, 'accepted')).toContain(NO_MORE)
  for (const words of [read(MOST, 'accepted'), read(MOST, 'expired', '2020-02-01')])
    expect(words).not.toContain(OVER)
  expect(read(MOST, 'accepted', '2020-02-01')).toContain(`${NO_MORE} ${OVER}`)
})

test('before that, while the last one waits, and once the application was answered, they do not', () => {
  for (const words of [
    read(MOST - 1, 'accepted', '2020-02-01'),
    read(MOST, 'open', '2020-02-01'),
    read(MOST, 'accepted', '2020-02-01', false),
  ])
    expect(words).not.toContain(NO_MORE)
  expect(read(MOST - 1, 'accepted')).toContain('Make Another Offer')
})
