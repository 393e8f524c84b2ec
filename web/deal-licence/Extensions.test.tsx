import { expect, test } from 'vitest'
import { wordsOf } from '#web/testing/drawn.tsx'
import { Extensions } from './Extensions.tsx'

const read = (reader: 'seller' | 'creator', gone?: boolean) =>
  wordsOf(<Extensions projectId="p" reader={reader} otherName="Maya Okafor" />, (cache) =>
    cache.setQueryData(['licences.extensions', 'p'], {
      code: 'CW-8F3K-21QX',
      status: 'granted',
      ends_on: '2031-05-22',
      application_id: 'a',
      other_side_gone: gone,
      priced: { months: 3, price: 120, creator_share: 102, until: '2031-08-22' },
      extensions: [],
    }),
  )

test('a licence offers no more months once the other side is gone, and says why', () => {
  for (const reader of ['seller', 'creator'] as const)
    expect(read(reader, true)).toBe('Maya Okafor can no longer agree on more months here.')
})

test('before that, the price of the terms and an offer are there, also in a response of an earlier release', () => {
  for (const gone of [false, undefined]) {
    expect(read('seller', gone)).toContain('Extend 3 months for $120.00')
    expect(read('seller', gone)).toContain('Offer Another Price')
    expect(read('creator', gone)).toContain('Offer More Months')
  }
})
