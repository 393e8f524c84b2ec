import { expect, test } from 'vitest'
import { wordsOf } from '#web/testing/drawn.tsx'
import { Extensions } from './Extensions.tsx'

const open = (status: 'proposed' | 'agreed', by: 'seller' | 'creator') => ({
  id: 'e',
  months: 3,
  price: 120,
  creator_share: 102,
  status,
  by,
  expires_at: '2031-03-01T00:00:00Z',
})

const read = (
  reader: 'seller' | 'creator',
  gone?: boolean,
  extensions: ReturnType<typeof open>[] = [],
) =>
  wordsOf(<Extensions projectId="p" reader={reader} otherName="Maya Okafor" />, (cache) =>
    cache.setQueryData(['licences.extensions', 'p'], {
      code: 'CW-8F3K-21QX',
      status: 'granted',
      ends_on: '2031-05-22',
      application_id: 'a',
      other_side_gone: gone,
      priced: { months: 3, price: 120, creator_share: 102, until: '2031-08-22' },
      extensions,
    }),
  )

test('a licence offers no more months once the other side is gone, and says why', () => {
  for (const reader of ['seller', 'creator'] as const)
    expect(read(reader, true)).toBe('Maya Okafor can no longer agree on more months here.')
})

test('nor is an agreed extension to be paid or accepted then; the reader can still end it', () => {
  const seller = read('seller', true, [open('agreed', 'creator')])
  expect(seller).toContain('Maya Okafor can no longer agree on more months here.')
  expect(seller).not.toContain('Pay $120.00')
  expect(seller).toContain('Decline')
  const creator = read('creator', true, [open('proposed', 'seller')])
  expect(creator).not.toContain('Agree')
  expect(creator).toContain('Decline')
  expect(read('seller', false, [open('agreed', 'creator')])).toContain('Pay $120.00')
  expect(read('creator', false, [open('proposed', 'seller')])).toContain('Agree')
})

test('before that, the price of the terms and an offer are there, also in a response of an earlier release', () => {
  for (const gone of [false, undefined]) {
    expect(read('seller', gone)).toContain('Extend 3 months for $120.00')
    expect(read('seller', gone)).toContain('Offer Another Price')
    expect(read('creator', gone)).toContain('Offer More Months')
  }
})
