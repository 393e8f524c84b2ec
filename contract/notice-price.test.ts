import { describe, expect, it, test } from 'vitest'
import { noticeFacts } from '#tests/support/notice-facts.ts'
import { CLOCK_KINDS, eventKinds } from './events.ts'
import { DEFAULT_FEE_TERMS, feeTerms } from './fees.ts'
import { netOf, priceFor } from './notice-price.ts'
import { noticeFor } from './notices.ts'

const facts = noticeFacts({
  project_title: 'Three unboxing reels',
  project_status: 'in_progress',
  words: 'Two reels are enough.',
  fee_terms: DEFAULT_FEE_TERMS,
  offer: {
    by: 'seller',
    deliver_by: '2026-07-03',
    rounds: 2,
    hire_at_once: true,
    expires_at: '2026-06-28T10:00:00Z',
  },
  amendment: {
    by: 'seller',
    deliver_by: null,
    changes_brief: false,
    expires_at: '2026-06-28T10:00:00Z',
  },
  order_id: '22222222-2222-4222-8222-222222222222',
  order_due: '2026-06-28T10:00:00Z',
})

const TERMS_OF_A_DEAL = /^(offer|amendment|package_order)\.|^application\.accept$/
const REMINDERS = /^clock\.(offer|amendment|order)_/
const kinds = [
  ...eventKinds.filter((kind) => TERMS_OF_A_DEAL.test(kind)),
  ...CLOCK_KINDS.filter((kind) => REMINDERS.test(kind)),
]
const textsOf = (kind: (typeof kinds)[number], to: 'seller' | 'creator', of = facts): string[] => {
  const notice = noticeFor(kind, to)
  if (notice === null) return []
  return [notice.sentence(of), notice.mail.subject(of), ...notice.mail.lines(of)]
}
const naming = (text: string) => text.includes('$540.00')
const alone = (text: string) => /\$540\.00(?! \(\$459\.00 for you\)|, \$459\.00 for you)/.test(text)

describe('a price in a notice', () => {
  test.each(kinds)('in %s has the net beside it, for the creator only', (kind) => {
    expect(textsOf(kind, 'creator').filter(alone)).toEqual([])
    expect(textsOf(kind, 'seller').join(' ')).not.toMatch(/for you\b/)
  })

  it('appears in notices about offers, amendments, applications, orders and reminders', () => {
    const families = kinds
      .filter((kind) => textsOf(kind, 'creator').some(naming))
      .map((kind) => kind.split('.')[0])
    expect([...new Set(families)].toSorted()).toEqual([
      'amendment',
      'application',
      'clock',
      'offer',
      'package_order',
    ])
  })

  it('is shown alone in a notice from before the net was recorded', () => {
    const { fee_terms: _, ...older } = facts
    expect(priceFor('creator', older)).toBe('$540.00')
    expect(priceFor('creator', { ...older, fee_terms: null })).toBe('$540.00')
  })
})

test('the net of a raised price is that of the held money plus that of the extra, with one minimum fee', () => {
  const terms = feeTerms(10, 3_000)
  const asked = { ...facts, amount_cents: 24_000, fee_terms: terms, parts_cents: [20_000] }
  expect(netOf(asked)).toBe(21_000)
  expect(netOf({ ...asked, payment_status: 'held_in_escrow' })).toBe(17_000 + 3_600)
})
