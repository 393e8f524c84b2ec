import { describe, expect, it, test } from 'vitest'
import { applicationTransitions } from './applications.ts'
import { deliverableTransitions } from './deliverables.ts'
import { dealDisputeTransitions } from './disputes.ts'
import { CLOCK_KINDS, EVENT_MOVES, eventKinds, type NoticeKind } from './events.ts'
import { invitationTransitions } from './invitations.ts'
import { type DisputeFacts, type NoticeFacts, noticePage } from './notice.ts'
import { noticeFor, notices } from './notices.ts'
import { AUDIENCES } from './notifications.ts'
import { APP_PAGES } from './pages.ts'
import { paymentTransitions } from './payments.ts'
import { REFUND_TIMES_LINE } from './refund-times.ts'
import { projectTransitions } from './projects.ts'
import { dealReviewTransitions } from './reputation.ts'
import { noteTransitions } from './review-notes.ts'

const disputed: DisputeFacts = {
  reason: 'not_as_agreed',
  respondent: 'creator',
  answer_by: '2026-07-03T09:00:00Z',
  outcome: 'split',
}
const full: NoticeFacts = {
  report: { subject: 'message' },
  sanction: {
    id: '4f3c0a52-7a1e-4c55-9d4f-6a0f2c1f9b11',
    act: 'limit',
    subject: 'profile',
    reason: 'scam',
    facts: 'A deposit was asked for.',
    until: '2030-01-31T10:00:00Z',
    answer: 'We looked again.',
  },
  project_id: '11111111-1111-4111-8111-111111111111',
  project_title: 'Three unboxing reels',
  project_status: 'in_progress',
  seller_name: 'Harrow & Pine',
  creator_name: 'Maya Okafor',
  amount_cents: 54_000,
  words: 'I film in a north-facing kitchen.',
  file_name: 'cut.mp4',
  version: 2,
  due: '2026-06-28',
  days_left: 3,
  failure: 'Your card was declined.',
  funding_by: 'card',
  payment_status: 'held_in_escrow',
  returned_cents: 0,
  decided: false,
  dispute: disputed,
  escalates: false,
  licence_code: 'CW-8F3K-21QX',
  licence_ends_on: '2027-05-22',
  by_system: false,
}
/** The minimum of known facts, with the texts that must exist. */
const bare: NoticeFacts = {
  ...full,
  amount_cents: null,
  words: null,
  version: null,
  due: null,
  failure: null,
  funding_by: null,
  payment_status: 'refunded',
  dispute: null,
  escalates: true,
  by_system: true,
}

/** Events that are announced under another name: a bank's chargeback is announced as its dispute. */
const EQUIVALENT_EVENTS: Record<string, string> = { 'payment.charge_back': 'payment.dispute_lost' }

const machines = {
  project: projectTransitions,
  application: applicationTransitions,
  deliverable: deliverableTransitions,
  review_note: noteTransitions,
  payment: paymentTransitions,
  invitation: invitationTransitions,
  deal_dispute: dealDisputeTransitions,
  deal_review: dealReviewTransitions,
}

test('mails that link to a review room name what opens there, not the project, on their button', () => {
  const about = {
    ...full,
    deliverable_id: '22222222-2222-4222-8222-222222222222',
    note_count: 2,
  }
  const toRooms = eventKinds.flatMap((kind) =>
    AUDIENCES.flatMap((to) => {
      const notice = noticeFor(kind, to)
      return notice?.path(about).includes('/review/') ? [[kind, notice.mail.action]] : []
    }),
  )
  expect(toRooms).toEqual([
    ['deliverable.submit', 'Review the delivery'],
    ['deliverable.request_revision', 'See what to change'],
    ['review_note.send', 'Read the notes'],
    ['review_reply.send', 'Read the reply'],
    ['review_reply.send', 'Read the reply'],
  ])
})

test('deliveries and notes link to their review room; a revision without notes links to the project', () => {
  const about = { ...full, deliverable_id: '22222222-2222-4222-8222-222222222222' }
  const pathOf = (kind: NoticeKind, to: 'seller' | 'creator', facts: NoticeFacts) =>
    noticeFor(kind, to)?.path(facts)
  const page = `/projects/${full.project_id}`
  const room = `${page}/review/${about.deliverable_id}`
  expect(pathOf('deliverable.submit', 'seller', about)).toBe(room)
  expect(pathOf('deliverable.request_revision', 'creator', { ...about, note_count: 2 })).toBe(room)
  expect(pathOf('deliverable.request_revision', 'creator', { ...about, note_count: 0 })).toBe(page)
  expect(pathOf('review_note.send', 'creator', about)).toBe(room)
  expect(pathOf('review_reply.send', 'seller', about)).toBe(room)
  // A notice from before review rooms existed.
  expect(pathOf('deliverable.submit', 'seller', full)).toBe(`${page}?tab=deliverables`)
  expect([room, `${page}?tab=payment`, `${page}#deliver`, '/messages/1'].map(noticePage)).toEqual([
    page,
    page,
    page,
    '/messages/1',
  ])
})

test.each([
  ['deliverable.submit', 'seller'],
  ['deliverable.approve', 'creator'],
  ['deliverable.request_revision', 'creator'],
  ['review_note.send', 'creator'],
  ['clock.review_reminder', 'seller'],
] as const)(
  '%s names the first of several files, and how many there are beside it',
  (kind, who) => {
    const notice = noticeFor(kind, who)
    const several = notice?.sentence({ ...full, file_count: 4 })
    expect(several).toContain('“cut.mp4 and 3 more files”')
    expect(notice?.mail.lines({ ...full, file_count: 4 }).join(' ')).toContain(
      '“cut.mp4 and 3 more files”',
    )
    expect(notice?.sentence(full)).toBe(several?.replace(' and 3 more files', ''))
  },
)

test('the notice of held money names an uploaded file that can be handed in, and links to the form', () => {
  const notice = noticeFor('payment.hold', 'creator')
  const page = `/projects/${full.project_id}`
  const waiting = { ...full, waiting_file: 'cut.mp4' }
  expect(notice?.sentence(waiting)).toBe(
    '$540.00 is held in escrow for “Three unboxing reels”. You can hand in “cut.mp4” now.',
  )
  expect(notice?.mail.lines(waiting)[0]).toMatch(/^“cut\.mp4” is uploaded and not handed in yet\./)
  expect(notice?.path(waiting)).toBe(`${page}#deliver`)
  expect(notice?.sentence(full)).toBe('$540.00 is held in escrow for “Three unboxing reels”.')
  expect(notice?.path(full)).toBe(page)
})

test('mails about money that goes back to a card say how long that takes, to whom it concerns', () => {
  const told = (['seller', 'creator'] as const).flatMap((to) =>
    eventKinds
      .filter((kind) =>
        noticeFor(kind, to)
          ?.mail.lines(full)
          .some((line) => line.includes(REFUND_TIMES_LINE)),
      )
      .map((kind) => `${kind} ${to}`),
  )
  expect(told.toSorted((one, other) => one.localeCompare(other))).toEqual([
    ...['agreed_refund', 'part_refund', 'refund'].flatMap((move) => [
      `payment.${move} creator`,
      `payment.${move} seller`,
    ]),
    // This payment was never held for the deal: only its payer is waiting for it.
    ...['cancelled', 'late_extra', 'refunded', 'second'].map(
      (why) => `payment.return_${why} seller`,
    ),
  ])
})

describe('every kind of event', () => {
  const kinds = [...eventKinds, ...CLOCK_KINDS]
  const silent = kinds.flatMap((kind) => {
    const line = notices[kind]
    return 'nobody' in line ? [[kind, line.nobody] as const] : []
  })
  const announced = kinds.filter((kind) => !('nobody' in notices[kind]))

  test.each(announced)('%s notifies someone', (kind) => {
    expect(AUDIENCES.filter((audience) => noticeFor(kind, audience) !== null)).not.toEqual([])
  })

  test.each(silent)('%s says why no one is notified', (_, reason) => {
    expect(reason.length).toBeGreaterThan(10)
  })

  it('has one entry in the table of notices, and nothing else has', () => {
    const all: string[] = kinds
    expect(Object.keys(notices).toSorted()).toEqual(all.toSorted())
  })

  it('includes every move of every machine of SPEC §4', () => {
    const moves = Object.entries(machines).flatMap(([entity, table]) =>
      Object.keys(table).map(
        (move) => EQUIVALENT_EVENTS[`${entity}.${move}`] ?? `${entity}.${move}`,
      ),
    )
    const events: string[] = eventKinds
    expect(moves.filter((move) => !events.includes(move))).toEqual([])
    expect(Object.keys(EVENT_MOVES)).toEqual(expect.arrayContaining(Object.keys(machines)))
  })
})

const sent = (Object.keys(notices) as NoticeKind[]).flatMap((kind) =>
  AUDIENCES.flatMap((audience) => {
    const notice = noticeFor(kind, audience)
    return notice === null ? [] : [{ kind, audience, notice }]
  }),
)

describe('a notice', () => {
  test.each(sent)('$kind to the $audience is complete', ({ notice }) => {
    for (const facts of [full, bare]) {
      const { sentence, mail, path } = notice
      const texts = [sentence(facts), mail.subject(facts), ...mail.lines(facts), mail.action]
      for (const text of texts) expect(text).not.toMatch(/undefined|null|NaN|\[object/)
      expect(sentence(facts)).toMatch(/^\P{Ll}.*[.]$/su)
      expect(mail.subject(facts)).toMatch(/^\P{Ll}.{8,120}[^.]$/u)
      const page = path(facts).split(/[?#]/)[0] ?? ''
      expect(
        APP_PAGES.some((known) => matches(known, page)),
        page,
      ).toBe(true)
    }
  })

  it('names the creator’s share to the creator and the whole price to the seller', () => {
    expect(noticeFor('payment.release', 'creator')?.sentence(full)).toContain('$459.00')
    expect(noticeFor('payment.release', 'seller')?.sentence(full)).toContain('$540.00')
  })

  it('says to the cent where disputed money went', () => {
    const notice = noticeFor('deal_dispute.decide', 'creator')
    expect(notice?.sentence({ ...full, returned_cents: 12_345 })).toContain(
      '$123.45 goes back to the card, $354.07 goes to Maya Okafor, $62.48 is the platform fee.',
    )
    const whole = (outcome: 'release' | 'refund', returned_cents: number) =>
      notice?.sentence({ ...full, returned_cents, dispute: { ...disputed, outcome } })
    expect(whole('refund', 54_000)).toContain(': $540.00 goes back to the card.')
    expect(whole('release', 0)).toContain(
      ': $459.00 goes to Maya Okafor, $81.00 is the platform fee.',
    )
  })

  it('reminds only the side a dispute waits for, and states a review’s real outcome', () => {
    const reminded = (side: 'seller' | 'creator') =>
      noticeFor('clock.dispute_reminder', side)?.when?.(full)
    expect([reminded('seller'), reminded('creator')]).toEqual([false, true])
    const review = noticeFor('clock.review_reminder', 'seller')
    expect(review?.sentence(full)).toContain('counts as approved')
    expect(review?.sentence({ ...full, escalates: true })).toContain('our support decides')
    expect(review?.sentence({ ...full, escalates: true })).not.toContain('approved')
  })

  it('about a failed payment is not sent if the bank asks for authentication or the project is cancelled', () => {
    const when = noticeFor('payment.fail', 'seller')?.when
    const page = { ...full, failure: null, funding_by: 'page' as const }
    expect(when?.(full)).toBe(true)
    expect(when?.(page)).toBe(true)
    expect(when?.({ ...full, failure: null })).toBe(false)
    expect(when?.({ ...page, project_status: 'cancelled' })).toBe(false)
  })

  it('asks an absent brand to confirm a retried payment, and links to the payment tab', () => {
    const notice = noticeFor('payment.retry', 'seller')
    const away = { ...full, by_system: true, buyer_away: true }
    expect(notice?.when?.(away)).toBe(true)
    expect(notice?.when?.({ ...away, by_system: false })).toBe(false)
    expect(notice?.when?.({ ...away, buyer_away: false })).toBe(false)
    expect(notice?.when?.({ ...full, by_system: true })).toBe(false)
    expect(notice?.path(away)).toBe(`/projects/${full.project_id}?tab=payment`)
  })
})

const matches = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`).test(path)
