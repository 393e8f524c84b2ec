import { describe, expect, it } from 'vitest'
import { tellDeal, wasTurnedAway } from '#contract/deal-reading.ts'
import type { Payment, Statement, StatementLine } from '#contract/payment-schemas.ts'
import { STATEMENT_KINDS, type StatementKind } from '#contract/payments.ts'
import { reviewWords } from '#contract/review-words.ts'
import { DEFAULT_FEE_TERMS, feeTerms } from '#contract/fees.ts'
import { formatDay, formatShortDay } from '#web/ui/dates.ts'
import {
  boardAmount,
  keyOf,
  sentenceOf,
  shortSentence,
  shownStatus,
  turnedAwayWords,
} from './payment-words.ts'
import { stateSince } from './state-since.ts'
import { goesToCard, statementRows, statementTotal } from './statement-rows.ts'
import { lineWords, placeWords, signedUsd } from './statement-words.ts'

const words = reviewWords('approve')
const id = '00000000-0000-4000-8000-000000000000'
const held: Payment = {
  id,
  project_id: id,
  application_id: id,
  seller_id: id,
  creator_id: id,
  purpose: 'deal',
  status: 'held_in_escrow',
  amount: 540,
  creator_amount: 459,
  fee_amount: 81,
  fee_terms: DEFAULT_FEE_TERMS,
  charged_amount: 540,
  returned_part: 0,
  decided: false,
  payment_method: 'Visa ending 4242',
  moving: null,
  release_after: null,
  came_back: null,
  turned_away: null,
  charging: false,
  failure: null,
  disputed: false,
  dispute_outcome: null,
  deal_dispute_id: null,
  funded_at: '2026-06-07T12:00:00Z',
  released_at: null,
  refunded_at: null,
  created_at: '2026-06-07T11:58:00Z',
}
const released: Payment = { ...held, status: 'released', released_at: '2026-06-20T12:00:00Z' }

/** A deal whose work has not been handed in yet, with this payment. */
function tell(payment: Payment | null, reader: 'owner' | 'creator', cancelled: boolean) {
  const started = '2026-06-06T12:00:00Z'
  return tellDeal(
    {
      project: {
        status: cancelled ? 'cancelled' : 'in_progress',
        deadline: '2026-06-28',
        accepted_price: 540,
        application_count: 1,
        to_answer: 0,
        timeline: {
          posted_at: started,
          first_application_at: started,
          accepted_at: started,
          funded_at: null,
          delivered_at: null,
          approved_at: null,
          released_at: null,
          cancelled_at: null,
        },
      },
      payment,
      deliverables: [],
      disputes: [],
    },
    {
      reader,
      creator: 'Maya',
      brand: 'Harrow & Pine',
      shortDay: formatShortDay,
      day: formatDay,
      turnedAway:
        payment !== null && wasTurnedAway(payment)
          ? turnedAwayWords(payment.turned_away, reader)
          : null,
    },
  )
}
const boardSays = (payment: Payment | null, by: typeof words, cancelled = false) =>
  sentenceOf(tell(payment, 'owner', cancelled), payment, by)
const railSays = (payment: Payment | null, reader: 'owner' | 'creator', cancelled = false) =>
  shortSentence(tell(payment, reader, cancelled), payment)

const seller = { side: 'seller', otherName: 'Maya' } as const
const creator = { side: 'creator', otherName: 'Harrow & Pine' } as const
const line = (kind: StatementKind, more: Partial<StatementLine> = {}): StatementLine => ({
  id: 'ledger-1',
  kind,
  amount: 0,
  at: '',
  day: null,
  note: null,
  ...more,
})
const still: Statement = {
  place: 'held',
  bank_date: null,
  bank_arrived: false,
  sent_amount: 0,
  fee_amount: 0,
  returned_amount: 0,
  lines: [],
}

describe('a payment in words', () => {
  it('says when held money is released, also when a delivery is left unanswered', () => {
    expect(boardSays(held, words)).toBe(
      'Held since Jun\u00a07,\u00a02026. It is released when you release it, or when a delivery waits 7 days without your answer.',
    )
    expect(boardSays(held, reviewWords('escalate'))).toBe(
      'Held since Jun\u00a07,\u00a02026. It is released when you release it. A delivery that waits 7 days without your answer goes to our support.',
    )
    expect(boardSays(null, words)).toContain(
      'If you leave a delivery unanswered for 7 days, it counts as approved and the payment is released.',
    )
    expect(boardSays(null, reviewWords('escalate'))).toContain('our support decides')
    expect(railSays(held, 'owner')).toBe(
      'Held since Jun\u00a07,\u00a02026. Maya receives $459.00 when you release it.',
    )
    expect(railSays(held, 'creator')).toBe(
      'Held since Jun\u00a07,\u00a02026. You receive $459.00 when Harrow & Pine releases it.',
    )
  })

  it('asks the brand to release approved work, whatever happens to unanswered deliveries', () => {
    const told = tell(held, 'owner', false)
    const approved = { ...told.facts, work: { ...told.facts.work, approved: true } }
    for (const outcome of ['approve', 'escalate'] as const)
      expect(sentenceOf({ ...told, facts: approved }, held, reviewWords(outcome))).toBe(
        'Held since Jun\u00a07,\u00a02026. The work is approved. Release the payment when you are ready.',
      )
  })

  it('shows the amount, and after a release subtracts the part that a decision returned', () => {
    expect(boardAmount(540, null)).toBe(540)
    expect(boardAmount(540, held)).toBe(540)
    expect(boardAmount(540, released)).toBe(540)
    expect(boardAmount(580.1, { ...released, amount: 580.1, returned_part: 180.2 })).toBe(399.9)
    expect(boardAmount(999_999.99, { ...released, amount: 999_999.99, returned_part: 0.01 })).toBe(
      999_999.98,
    )
  })

  it('names the refunded card from its reader’s perspective', () => {
    const refunded: Payment = { ...held, status: 'refunded', refunded_at: '2026-06-20T12:00:00Z' }
    const railOf = (reader: 'owner' | 'creator') => railSays(refunded, reader)
    expect(railOf('owner')).toBe('The money went back to your card on Jun\u00a020,\u00a02026.')
    expect(railOf('creator')).toBe(
      "The money went back to Harrow & Pine's card on Jun\u00a020,\u00a02026.",
    )
  })

  it('asks for nothing more once the project is cancelled', () => {
    expect(boardSays({ ...held, status: 'pending' }, words, true)).toBe(
      'This project was cancelled: what is still paid for it goes straight back.',
    )
    expect(boardSays(held, words, true)).toBe(
      'This project was cancelled. Maya can return this payment.',
    )
  })

  it('says what happened to money that arrived but was not held', () => {
    const turned_away = {
      reason: 'cancelled',
      amount: 540,
      arrived_at: '2026-06-08T12:00:00Z',
      returned_at: '2026-06-08T12:01:00Z',
      came_back_at: null,
    } as const
    const late: Payment = { ...held, status: 'failed', turned_away }
    expect(boardSays(late, words, true)).toBe(
      'Your payment of $540.00 arrived after this project was cancelled. It went back to the card on Jun\u00a08,\u00a02026.',
    )
    expect(railSays(late, 'creator')).toBe(
      "The brand's payment of $540.00 arrived after this project was cancelled. It went back to the card on Jun\u00a08,\u00a02026.",
    )
    expect(shownStatus(late)).toBe('refunded')
    const stillThere = { ...late, turned_away: { ...turned_away, returned_at: null } }
    expect(boardSays(stillThere, words, true)).toContain('on its way back')
    const owed = { ...late, turned_away: { ...turned_away, came_back_at: '2026-06-09T12:00:00Z' } }
    expect(boardSays(owed, words, true)).toContain('it is paid to you another way')
    // A second payment leaves the first payment's text unchanged.
    const second: Payment = { ...held, turned_away: { ...turned_away, reason: 'second' } }
    expect(boardSays(second, words)).toBe(boardSays(held, words))
    expect(turnedAwayWords({ ...turned_away, reason: 'second' }, 'creator')).toBe(
      'The brand paid $540.00 a second time. It went back to the card on Jun\u00a08,\u00a02026.',
    )
  })

  it('names the amount that the creator received, after a release', () => {
    expect(boardSays(released, words)).toBe(
      'Released on Jun\u00a020,\u00a02026. Maya received $459.00.',
    )
  })

  it('has a key that is empty, held or released, and none when it failed or was refunded', () => {
    expect([keyOf('none'), keyOf('pending'), keyOf('held_in_escrow'), keyOf('released')]).toEqual([
      'empty',
      'empty',
      'held',
      'released',
    ])
    expect([keyOf('failed'), keyOf('refunded')]).toEqual(['none', 'none'])
  })
})

describe('the date beside a payment’s state', () => {
  const funded_at = '2026-06-07T12:00:00Z'
  const released_at = '2026-06-20T12:00:00Z'
  const refunded_at = '2026-06-22T12:00:00Z'
  const turned = { amount: 540, arrived_at: '2026-06-08T12:00:00Z', came_back_at: null } as const
  const dates: [string, Partial<Payment>, string][] = [
    ['pending', { status: 'pending', funded_at: null }, held.created_at],
    ['failed', { status: 'failed', failure: 'Declined.', funded_at: null }, held.created_at],
    ['held', { funded_at }, funded_at],
    ['held again', { funded_at, came_back: 'transfer', released_at: null }, funded_at],
    ['released', { status: 'released', funded_at, released_at }, released_at],
    ['refunded', { status: 'refunded', funded_at, refunded_at }, refunded_at],
    [
      'turned away',
      {
        status: 'failed',
        turned_away: { ...turned, reason: 'cancelled', returned_at: '2026-06-09T12:00:00Z' },
      },
      '2026-06-09T12:00:00Z',
    ],
    [
      'on its way back',
      { status: 'failed', turned_away: { ...turned, reason: 'cancelled', returned_at: null } },
      turned.arrived_at,
    ],
  ]
  it.each(dates)('is the expected one while the payment is %s', (_, more, at) => {
    expect(stateSince({ ...held, ...more })).toBe(at)
  })
})

describe('the statement', () => {
  const sent: Statement = { ...still, place: 'stripe_balance', sent_amount: 459, fee_amount: 81 }
  const split: Statement = { ...sent, sent_amount: 204, fee_amount: 36, returned_amount: 300 }

  it('tells each side where the money is', () => {
    expect(placeWords(still, held, seller)).toBe('$540.00 is held in escrow.')
    // Of a deal's two payments, one went back as a whole.
    const rest = { ...held, amount: 60, charged_amount: 60, is_rest: true }
    expect(placeWords({ ...still, returned_amount: 540, held_amount: 60 }, rest, seller)).toBe(
      '$540.00 went back to the card it was paid with; $60.00 is held in escrow.',
    )
    expect(placeWords(sent, released, creator)).toBe('$459.00 was sent to your Stripe balance.')
    expect(placeWords(sent, released, seller)).toBe(
      "$459.00 was sent to Maya's Stripe balance; $81.00 is the platform fee.",
    )
    expect(placeWords(split, released, seller)).toBe(
      "$300.00 went back to the card it was paid with; $204.00 was sent to Maya's Stripe balance; $36.00 is the platform fee.",
    )
  })

  it('follows the money to the creator’s bank', () => {
    const atBank: Statement = { ...sent, place: 'bank', bank_date: '2026-06-24' }
    expect(placeWords(atBank, released, creator)).toBe(
      '$459.00 is expected at your bank on Jun\u00a024,\u00a02026.',
    )
    expect(placeWords({ ...atBank, bank_arrived: true }, released, creator)).toBe(
      '$459.00 has been at your bank since Jun\u00a024,\u00a02026.',
    )
    const sentOn = (day: string, statement: Statement) =>
      lineWords(line('to_bank', { day }), statement, released, creator).why
    expect(sentOn('2026-06-24', atBank)).toBe('Expected at your bank on Jun\u00a024,\u00a02026')
    expect(sentOn('2026-06-24', { ...atBank, bank_arrived: true })).toBe(
      'At your bank since Jun\u00a024,\u00a02026',
    )
    // An earlier transfer that the bank sent back.
    expect(sentOn('2026-06-20', { ...atBank, bank_arrived: true })).toContain('Expected')
    const back = line('bank_returned', { note: 'The bank account has been closed.' })
    expect(lineWords(back, sent, released, creator)).toEqual({
      what: 'Came back from your bank',
      why: 'The bank account has been closed.',
    })
  })

  it('says how long a refund takes only where money goes to the card', () => {
    const told = (kind: StatementKind) => goesToCard({ lines: [line('paid_in'), line(kind)] })
    expect(STATEMENT_KINDS.filter(told)).toEqual([
      'returned',
      'returned_by_decision',
      'returned_as_agreed',
      'second_returned',
      'late_returned',
      'unheld_returned',
      'late_extra_returned',
    ])
  })

  it('gives the reason for each movement', () => {
    expect(lineWords(line('paid_in'), still, held, seller).why).toBe('With Visa ending 4242')
    // Of a deal's two payments: the other has gone back as a whole since.
    const cameBack = line('share_came_back', { held_amount: 540 })
    expect(lineWords(cameBack, { ...still, returned_amount: 60 }, held, seller).why).toBe(
      'The transfer to Maya was taken back: $540.00 is held again',
    )
    expect(lineWords(line('paid_in'), still, held, creator).why).toBe(
      'The brand paid $540.00; your share is $459.00',
    )
    // Both agreed on less, or an operator sent a part back: the share is calculated from the rest.
    const less = { ...held, amount: 240, charged_amount: 380, creator_amount: 204 }
    expect(lineWords(line('paid_in'), still, less, creator).why).toBe(
      'The brand paid $380.00 and gets $140.00 back; your share is $204.00',
    )
    const split = { ...held, returned_part: 140.1, creator_amount: 339.92 }
    expect(lineWords(line('paid_in'), still, split, creator).why).toBe(
      'The brand paid $540.00 and gets $140.10 back; your share is $339.92',
    )
    expect(lineWords(line('released'), sent, released, seller).why).toBe(
      '$459.00 to Maya, $81.00 platform fee',
    )
    expect(lineWords(line('sent'), sent, released, creator).why).toBe('Your 85% of $540.00')
    // Money that was released and came back no longer counts as sent; the line still shows the original amount.
    expect(lineWords(line('released'), still, held, seller).why).toBe(
      '$459.00 to Maya, $81.00 platform fee',
    )
    const other = { ...released, fee_terms: feeTerms(12.5) }
    expect(lineWords(line('sent'), sent, other, creator).why).toBe('Your 87.5% of $540.00')
    const small = { ...released, fee_terms: feeTerms(15, 10_000) }
    expect(lineWords(line('sent'), sent, small, creator).why).toBe('Your share of $540.00')
    // With several payments, each line is about its own payment.
    const part = {
      amount: 60,
      charged_amount: 60,
      creator_amount: 51,
      fee_amount: 9,
      returned_part: 0,
    }
    expect(lineWords(line('paid_in', { part }), still, held, creator).why).toBe(
      'The brand paid $60.00; your share is $51.00',
    )
    expect(lineWords(line('released', { part }), sent, released, seller).why).toBe(
      '$51.00 to Maya, $9.00 platform fee',
    )
    expect(lineWords(line('sent', { part }), sent, released, creator).why).toBe(
      'Your 85% of $60.00',
    )
  })

  it('lists each event once; the brand also sees the start and which line led to the current state', () => {
    const lines = [
      line('paid_in', { id: 'in', amount: -540, at: held.funded_at ?? '' }),
      line('released', { id: 'out', at: released.released_at ?? '' }),
    ]
    const rows = statementRows({ ...sent, lines }, released, seller)
    expect(rows.map(({ state, at, amount }) => [state, at, amount])).toEqual([
      [null, held.created_at, '–'],
      [null, held.funded_at, '−$540.00'],
      ['released', released.released_at, '–'],
    ])
    expect(rows[0]).toMatchObject({ what: 'Payment started', why: 'For $540.00' })
    const more = [...lines, line('paid_in', { id: 'more', amount: -40 })]
    const raised = { ...held, amount: 580, charged_amount: 580 }
    expect(statementRows({ ...sent, lines: more }, raised, seller)[0]?.why).toBe('For $540.00')
    const theirs = statementRows({ ...sent, lines }, released, creator)
    expect(theirs.map(({ id: at, state }) => [at, state])).toEqual([
      ['in', null],
      ['out', null],
    ])
  })

  it('totals the reader’s movements to the cent, once more than one has an amount', () => {
    const total = (...amounts: number[]) =>
      statementTotal(
        { ...sent, lines: amounts.map((amount) => line('paid_in', { amount })) },
        released,
      )
    expect(total(-540.1, 0, 200.2, 0.1)).toBe('−$339.80')
    expect(total(-540, 540)).toBe('$0.00')
    expect(total(459, -9.5)).toBe('+$449.50')
    expect([total(), total(0, 0), total(-540, 0)]).toEqual([null, null, null])
  })

  it('has a line with the state refunded only if the whole payment went back', () => {
    const lines = [line('returned_by_decision', { amount: 300 })]
    const state = (payment: Payment) =>
      statementRows({ ...sent, lines }, payment, seller).at(-1)?.state
    expect(state(released)).toBeNull()
    expect(state({ ...held, status: 'refunded', refunded_at: '2026-06-21T12:00:00Z' })).toBe(
      'refunded',
    )
  })

  it('gives the bank’s reason for a failed payment, and shows a late one as refunded', () => {
    const nothing: Statement = { ...still, place: 'not_paid', lines: [] }
    const failed: Payment = { ...held, status: 'failed', failure: 'Your card was declined.' }
    expect(statementRows(nothing, failed, seller).at(-1)).toMatchObject({
      what: 'Nothing was charged',
      why: 'Your card was declined.',
      state: 'failed',
      at: held.created_at,
    })
    expect(statementRows(nothing, failed, creator)).toEqual([])
    const late: Payment = {
      ...held,
      status: 'failed',
      turned_away: {
        reason: 'cancelled',
        amount: 540,
        arrived_at: '2026-06-08T12:00:00Z',
        returned_at: '2026-06-08T12:01:00Z',
        came_back_at: null,
      },
    }
    const lines = [line('late_returned', { amount: 540, at: '2026-06-08T12:01:00Z' })]
    expect(statementRows({ ...nothing, lines }, late, seller).at(-1)).toMatchObject({
      at: '2026-06-08T12:01:00Z',
      state: 'refunded',
    })
  })

  it('signs incoming and outgoing amounts', () => {
    expect([-540, 459, 0].map(signedUsd)).toEqual(['−$540.00', '+$459.00', '–'])
  })
})

describe('a payment in trouble', () => {
  it('repeats the bank’s message and says that nothing was charged', () => {
    expect(
      boardSays({ ...held, status: 'failed', failure: 'Your card was declined.' }, words),
    ).toBe('Your card was declined. Nothing was charged. You can try again.')
  })

  it('says that money in dispute between the two sides is frozen, without mentioning a bank', () => {
    const contested: Payment = { ...held, deal_dispute_id: id }
    expect(boardSays(contested, words)).toMatch(/^In dispute\. The money is frozen/)
    const said = [boardSays(contested, words), railSays(contested, 'owner')]
    for (const one of [...said, railSays(contested, 'creator')]) expect(one).not.toMatch(/bank/i)
  })

  it('says that money is frozen while the card’s bank disputes the charge', () => {
    const frozen: Payment = { ...held, disputed: true, dispute_outcome: 'open' }
    const said =
      "The card's bank disputes this charge. The money is frozen until the bank decides: it can be neither released nor returned. If the charge stands, it is held as before; if not, it goes back to the card."
    expect(boardSays(frozen, words)).toBe(said)
    expect(railSays(frozen, 'creator')).toBe(said)
  })

  it('says how much the bank has frozen, and does not count it as returned', () => {
    const frozen: Payment = { ...held, disputed: true, dispute_outcome: 'open' }
    const taken = line('taken_back', { id: 'second', amount: 540 })
    const earlier = [
      line('paid_in', { id: 'in', amount: -540 }),
      line('taken_back', { id: 'first', amount: 540 }),
      line('given_back', { id: 'back', amount: -540 }),
    ]
    const statement: Statement = { ...still, place: 'frozen', lines: [...earlier, taken] }
    expect(placeWords(statement, frozen, seller)).toBe(
      "The card's bank disputes this charge. $540.00 is frozen until the bank decides: it can be neither released nor returned. If the charge stands, it is held as before; if not, it goes back to the card.",
    )
    expect(
      statementRows(statement, frozen, seller).map(({ what, amount }) => [what, amount]),
    ).toEqual([
      ['Payment started', '–'],
      ['Paid into escrow', '−$540.00'],
      ["Taken back by the card's bank", '+$540.00'],
      ["Given back by the card's bank", '−$540.00'],
      ["Frozen by the card's bank", '–'],
    ])
    expect(statementTotal(statement, frozen)).toBe('−$540.00')
    expect(statementTotal(statement, { ...frozen, dispute_outcome: 'lost' })).toBe('$0.00')
  })

  it('says that after a partial chargeback our support decides about the rest, not the bank', () => {
    const left: Payment = { ...held, disputed: true, dispute_outcome: 'lost' }
    const said =
      "The card's bank kept a part of this charge. The rest is frozen until our support decides: it can be neither released nor returned."
    expect([boardSays(left, words), railSays(left, 'creator')]).toEqual([said, said])
    expect(placeWords({ ...still, place: 'frozen' }, left, creator)).toBe(said)
  })

  it('says after a returned transfer that the brand can release it again or the creator return it', () => {
    const again: Payment = { ...held, came_back: 'transfer' }
    const back = 'The release came back: $540.00 is held again.'
    const sides = {
      seller: `${back} Release it, or Maya returns it.`,
      creator: `${back} Harrow & Pine releases it, or you return it.`,
    }
    expect(placeWords(still, again, seller)).toBe(sides.seller)
    expect(placeWords(still, again, creator)).toBe(sides.creator)
    expect([boardSays(again, words), railSays(again, 'creator')]).toEqual([
      sides.seller,
      sides.creator,
    ])
  })
})

describe('a release that waits for a changed payout account', () => {
  const waits: Payment = { ...held, moving: 'release', release_after: '2026-06-21T12:00:00' }

  it('is announced to both sides, with the day on which it leaves', () => {
    const day = formatDay('2026-06-21T12:00:00')
    expect(sentenceOf(tell(waits, 'owner', false), waits, words)).toBe(
      `Released. Maya changed their payout account, so the transfer waits a day: it leaves on ${day}.`,
    )
    expect(shortSentence(tell(waits, 'creator', false), waits)).toBe(
      `Released. You changed your payout account, so the transfer waits a day: it leaves on ${day}.`,
    )
  })

  it('is on its way once the wait is over', () => {
    const goes = { ...waits, release_after: null }
    expect(shortSentence(tell(goes, 'creator', false), goes)).toBe(
      'The transfer to you is on its way.',
    )
  })
})
