import { describe, expect, test } from 'vitest'
import { reachableDeals } from '#tests/support/reachable-deals.ts'
import {
  DEAL_STATES,
  type DealFacts,
  type DealState,
  dealState,
  isFrozenState,
} from './deal-state.ts'

import { STOPS, type TrackTold } from './deal-stops.ts'
import { EVENT_MOVES } from './events.ts'
import { dealTrack } from './deal-track.ts'
import type { DealActor } from './deal-told.ts'
import { dealActor, dealHeadline } from './deal-words.ts'

const { facts: reached, made } = reachableDeals()
// A dispute that freezes the money, seen before its own record has arrived.
const unread = reached.filter(({ dispute }) => dispute !== null)
const known = [...reached, ...unread.map((facts) => ({ ...facts, dispute: null }))]
// A change of held money that both agreed on and that the brand has not paid yet.
const due = known
  .filter(({ money }) => money?.status === 'held_in_escrow')
  .map((facts) => ({ ...facts, due: true }))
const REACHABLE: readonly DealFacts[] = [...known, ...due]
const READERS = ['owner', 'creator'] as const
type Reader = (typeof READERS)[number]

const DAYS = {
  posted_at: 'Jun 2',
  first_application_at: 'Jun 2',
  accepted_at: 'Jun 6',
  funded_at: 'Jun 7',
  delivered_at: 'Jun 17',
  approved_at: 'Jun 20',
  released_at: 'Jun 21',
}

/** What a reader is shown for these facts. The days are those of the events, which are final. */
function told(facts: DealFacts, reader: Reader): TrackTold {
  const { project, applied, accepted, work, money } = facts
  const isFunded = money !== null && !['pending', 'failed'].includes(money.status)
  const timeline: TrackTold['timeline'] = {
    posted_at: project === 'draft' ? null : DAYS.posted_at,
    first_application_at: applied ? DAYS.first_application_at : null,
    accepted_at: accepted ? DAYS.accepted_at : null,
    funded_at: isFunded ? DAYS.funded_at : null,
    delivered_at: work.versions > 0 ? DAYS.delivered_at : null,
    approved_at: work.approved ? DAYS.approved_at : null,
    cancelled_at: null,
    released_at:
      money?.status === 'released' || money?.cameBack === 'transfer' ? DAYS.released_at : null,
  }
  return {
    facts,
    reader,
    creator: 'Maya',
    brand: 'Harrow & Pine',
    amount: accepted ? '$540.00' : null,
    share: accepted ? '$459.00' : null,
    returnedPart: null,
    applications: applied ? 9 : 0,
    deadline: 'Jun 28',
    due: facts.due ? { amount: '$25.50', by: 'Jun 27' } : null,
    reviewBy: work.waiting > 0 && !isFrozenState(dealState(facts)) ? 'Jun 24' : null,
    answerBy: facts.dispute === null ? null : 'Nov 27',
    releasedOn: timeline.released_at,
    refundedOn: money?.status === 'refunded' ? 'Jun 22' : null,
    timeline,
    day: (moment) => moment,
    unsure: false,
  }
}

test('a project waits for its brand only while an application waits for an answer', () => {
  const answered = REACHABLE.filter(
    ({ project, applied, choosable, accepted, hiring }) =>
      !hiring && project === 'active' && applied && !choosable && !accepted,
  )
  expect(answered.length).toBeGreaterThan(0)
  for (const facts of answered) {
    expect(dealState(facts)).toBe('open')
    expect(dealHeadline(told(facts, 'owner'))).toBe(
      'You have answered everyone who applied so far. Creators can still apply.',
    )
    expect(dealHeadline(told(facts, 'creator'))).toBe('Creators can see this project and apply.')
  }
})

test('a project for several creators states how many are hired and how many applications wait', () => {
  const says = (facts: Partial<DealFacts>, toAnswer: number | null = null) => {
    const hiring = REACHABLE.find((one) => one.hiring)
    if (hiring === undefined) throw new Error('no project hires several')
    const known = told({ ...hiring, hiring: { wanted: 8, hired: 3 }, ...facts }, 'owner')
    return dealHeadline({ ...known, toAnswer })
  }
  const active = { project: 'active', applied: true } as const
  expect(says({ ...active, choosable: true }, 2)).toBe(
    '3 of 8 hired. 2 applications wait for your answer.',
  )
  expect(says({ ...active, choosable: true }, 1)).toBe(
    '3 of 8 hired. 1 application waits for your answer.',
  )
  expect(says({ ...active, choosable: false })).toBe('3 of 8 hired. Creators can still apply.')
  expect(says({ project: 'in_progress' })).toBe('3 of 8 hired. Each hire has its own project.')
  expect(says({ project: 'cancelled' })).toBe(
    'This project was cancelled. 3 of 8 hired. They continue as agreed.',
  )
})

interface Expected {
  at: (typeof STOPS)[number] | null
  actor: DealActor
  owner: string
  creator: string
}

const CANCELLED = 'This project was cancelled.'
const bothRead = (sentence: string) => ({ owner: sentence, creator: sentence })

/** For each state: its position, who acts, and what each side reads, on the shortest path to it. */
const EXPECTED: Record<DealState, Expected> = {
  draft: {
    at: 'posted',
    actor: 'owner',
    ...bothRead('Only you can see this draft.'),
  },
  ordered: {
    at: 'posted',
    actor: 'creator',
    owner: 'The creator has not accepted your order yet. Nothing was charged.',
    creator: 'Accept this order, or decline it.',
  },
  open: {
    at: 'applied',
    actor: 'applicants',
    ...bothRead('Creators can see this project and apply.'),
  },
  choosing: {
    at: 'selected',
    actor: 'owner',
    owner: '9 creators applied. Accept one to fund the project.',
    creator: 'Harrow & Pine selects a creator.',
  },
  hired: {
    at: null,
    actor: null,
    ...bothRead('8 of 8 hired. Each hire has its own project.'),
  },
  hired_over: {
    at: null,
    actor: null,
    ...bothRead('8 of 8 hired. Every deal is over.'),
  },
  unfunded: {
    at: 'funded',
    actor: 'owner',
    owner: 'Fund $540.00 so that Maya can start.',
    creator: 'The work is not funded yet.',
  },
  paying: {
    at: 'funded',
    actor: 'owner',
    owner: 'The checkout is open. Finish the payment there.',
    creator: 'Harrow & Pine is paying.',
  },
  charging: {
    at: 'funded',
    actor: 'provider',
    owner: 'Your card is being charged.',
    creator: 'Harrow & Pine is paying.',
  },
  failed: {
    at: 'funded',
    actor: 'owner',
    owner: 'The payment did not go through and nothing was charged. You can try again.',
    creator: 'The payment did not go through. The work is not funded yet.',
  },
  turned_away: {
    at: 'funded',
    actor: 'owner',
    owner: 'A payment arrived and went straight back to the card. You can try again.',
    creator: 'A payment arrived and went straight back to the card.',
  },
  work: {
    at: 'delivered',
    actor: 'creator',
    owner: 'Maya delivers by Jun 28.',
    creator: 'Deliver your work by Jun 28.',
  },
  revision: {
    at: 'delivered',
    actor: 'creator',
    owner: 'Revision requested: Maya delivers version 2 by Jun 28.',
    creator: 'Revision requested: deliver version 2 by Jun 28.',
  },
  review: {
    at: 'reviewed',
    actor: 'owner',
    owner: 'Approve or ask for a revision by Jun 24.',
    creator: 'Harrow & Pine answers by Jun 24.',
  },
  approved: {
    at: 'paid',
    actor: 'owner',
    owner: 'The work is approved. Release the payment when you are ready.',
    creator: 'Your work is approved. Harrow & Pine releases the payment.',
  },
  releasing: {
    at: 'paid',
    actor: 'provider',
    owner: 'The transfer to Maya is on its way.',
    creator: 'The transfer to you is on its way.',
  },
  returning: {
    at: 'paid',
    actor: 'provider',
    owner: 'Maya is returning this payment to your card.',
    creator: "The money is on its way back to Harrow & Pine's card.",
  },
  returning_part: {
    at: 'paid',
    actor: 'provider',
    owner: 'As decided, a part is on its way back to your card.',
    creator: "As decided, a part is on its way back to Harrow & Pine's card.",
  },
  decided: {
    at: 'paid',
    actor: 'support',
    ...bothRead('Our support decided about this payment. It moves by itself.'),
  },
  held_again: {
    at: 'paid',
    actor: 'owner',
    owner: 'The release came back: $540.00 is held again. Release it, or Maya returns it.',
    creator:
      'The release came back: $540.00 is held again. Harrow & Pine releases it, or you return it.',
  },
  answer: {
    at: 'delivered',
    actor: 'owner',
    owner: 'In dispute: answer by Nov 27.',
    creator: 'In dispute: Harrow & Pine answers by Nov 27.',
  },
  decision: {
    at: 'delivered',
    actor: 'support',
    ...bothRead('In dispute: our support decides.'),
  },
  in_dispute: { at: 'delivered', actor: 'support', ...bothRead('In dispute.') },
  bank_frozen: {
    at: 'delivered',
    actor: 'bank',
    ...bothRead("The card's bank disputes this charge."),
  },
  paid: {
    at: null,
    actor: null,
    owner: 'Released on Jun 21. Maya received $459.00.',
    creator: 'Released on Jun 21. You received $459.00.',
  },
  paid_disputed: {
    at: 'paid',
    actor: 'bank',
    owner:
      "Released on Jun 21. Maya received $459.00. The card's bank disputes the charge and decides whether it stands.",
    creator:
      "Released on Jun 21. You received $459.00. The card's bank disputes the charge and decides whether it stands.",
  },
  paid_bank_lost: {
    at: null,
    actor: null,
    owner:
      "Released on Jun 21. Maya received $459.00. The card's bank took the charge back afterwards.",
    creator:
      "Released on Jun 21. You received $459.00. The card's bank took the charge back afterwards.",
  },
  returned: {
    at: null,
    actor: null,
    owner: 'The money went back to your card on Jun 22.',
    creator: "The money went back to Harrow & Pine's card on Jun 22.",
  },
  bank_took: {
    at: null,
    actor: null,
    ...bothRead("The card's bank took the money back on Jun 22."),
  },
  cancelled: {
    at: null,
    actor: null,
    owner: `${CANCELLED} Nothing was charged.`,
    creator: `${CANCELLED} No money was held for it.`,
  },
  cancelled_paying: {
    at: null,
    actor: null,
    ...bothRead('This project was cancelled: what is still paid for it goes straight back.'),
  },
  cancelled_late: {
    at: null,
    actor: null,
    ...bothRead(`${CANCELLED} What was paid after that went back to the card.`),
  },
  cancelled_held: {
    at: 'paid',
    actor: 'creator',
    owner: `${CANCELLED} Maya can return this payment.`,
    creator: `${CANCELLED} You can return this payment.`,
  },
}

test('a cancelled project says who cancelled it and when; a lapsed order says it was not funded in time', () => {
  const [facts] = REACHABLE.filter((one) => dealState(one) === 'cancelled')
  if (facts === undefined) throw new Error('no project is ever cancelled')
  const says = (reader: Reader, more: Partial<TrackTold>) =>
    dealHeadline({ ...told(facts, reader), ...more })
  const byBrand = { cancelledOn: 'Jun 22, 2026' }
  expect(says('owner', byBrand)).toBe(
    'You cancelled this project on Jun 22, 2026. Nothing was charged.',
  )
  expect(says('creator', byBrand)).toBe(
    'Harrow & Pine cancelled this project on Jun 22, 2026. No money was held for it.',
  )
  expect(says('creator', { lapsed: true })).toBe(
    'This order was not funded in time and has lapsed. No money was held for it.',
  )
})

test('what an extra still holds after the deal’s own payment went back is for people to move, not to review', () => {
  const waiting = REACHABLE.find((facts) => dealState(facts) === 'review')
  if (waiting?.money == null) throw new Error('nothing waits for a review')
  const facts = { ...waiting, money: { ...waiting.money, isRest: true } }
  expect(dealState(facts)).toBe('held_again')
  expect(dealHeadline(told(facts, 'owner'))).toBe(
    'The payment went back to the card, but $540.00 for a change is still held. Release it, or Maya returns it.',
  )
  expect(dealHeadline(told(facts, 'creator'))).toBe(
    'The payment went back to the card, but $540.00 for a change is still held. Harrow & Pine releases it, or you return it.',
  )
})

test('a release delayed by a changed payout account shows "Waits a day" instead of "On its way"', () => {
  const [facts] = REACHABLE.filter((one) => dealState(one) === 'releasing')
  if (facts === undefined) throw new Error('nothing is ever released')
  for (const reader of READERS) {
    const lastOf = (more: Partial<TrackTold>) =>
      dealTrack({ ...told(facts, reader), ...more }).stops.at(-1)?.when
    expect(lastOf({})).toBe('On its way')
    expect(lastOf({ releaseAfter: 'Jun 22, 2026' })).toBe('Waits a day')
  }
})

test('the stop of an unanswered review shows "By releasing", or "By decision" after a dispute', () => {
  const paid = REACHABLE.filter(
    (facts) => dealState(facts) === 'paid' && facts.work.waiting > 0 && !facts.work.approved,
  )
  const ends = (decided: boolean) =>
    paid
      .filter(({ money }) => money?.decided === decided)
      .map((facts) => dealTrack(told(facts, 'owner')).stops[5]?.when)
  expect(new Set(ends(true))).toEqual(new Set(['By decision']))
  expect(new Set(ends(false))).toEqual(new Set(['By releasing']))
})

test('the reachable deals cover every state, and every recorded move except those listed', () => {
  const recorded = (['project', 'application', 'deliverable', 'payment', 'deal_dispute'] as const)
    .flatMap((entity) => EVENT_MOVES[entity].map((move) => `${entity}.${move}`))
    .filter((kind) => !made.has(kind))
  // These occur only together with another state, which leads to them; and a project that hires several creators is not
  // itself a deal.
  expect(recorded).toEqual([
    'project.create',
    'project.start',
    'project.close',
    'project.lapse',
    'project.complete',
    'deliverable.supersede',
    'payment.decide',
    'deal_dispute.close',
  ])
  expect(new Set(REACHABLE.map(dealState))).toEqual(new Set(DEAL_STATES))
})

describe.each(DEAL_STATES)('%s', (state) => {
  const all = REACHABLE.filter((facts) => dealState(facts) === state)
  const [first] = all
  const { at, actor, owner, creator } = EXPECTED[state]

  test('has the expected stop, next actor and headline for each side', () => {
    if (first === undefined) throw new Error(`${state} cannot be reached`)
    expect(dealActor(told(first, 'owner'))).toBe(actor)
    expect([dealHeadline(told(first, 'owner')), dealHeadline(told(first, 'creator'))]).toEqual([
      owner,
      creator,
    ])
    const { stops } = dealTrack(told(first, 'owner'))
    const current = stops.findIndex((stop) => stop.state === 'yours' || stop.state === 'theirs')
    expect(STOPS[current] ?? null).toBe(at)
  })

  test('has no contradiction in any of its reachable facts', () => {
    const wrong = all.flatMap((facts) =>
      contradictions(facts).map((what) => `${what}: ${JSON.stringify(facts)}`),
    )
    expect(wrong.slice(0, 3)).toEqual([])
  })
})

test('while facts are still unknown, no stop is anyone’s move and the note is empty', () => {
  for (const facts of REACHABLE) {
    const { stops, note, ended } = dealTrack({ ...told(facts, 'owner'), unsure: true })
    expect(stops.filter(({ state }) => state === 'yours' || state === 'theirs')).toEqual([])
    expect([note, ended]).toEqual(['', null])
  }
})

/** The name of a stop once it is done. "Creators apply" and the review have the same name before and after. */
const OUTCOMES =
  /^(Project posted|Creator selected|You were selected|Funds held|Work delivered|Version \d+ delivered|(You|The brand) approved|Maya paid|You are paid)$/

/** Returns every contradiction between what the two sides read about the same facts. */
function contradictions(facts: DealFacts): string[] {
  const state = dealState(facts)
  const found: string[] = []
  const claim = (holds: boolean, what: string) => holds || found.push(what)
  const places = READERS.map((reader) => {
    const { stops, note, ended } = dealTrack(told(facts, reader))
    const text = JSON.stringify([stops.map(({ label, when }) => [label, when]), note, ended])
    const current = stops.flatMap((stop, index) =>
      stop.state === 'yours' || stop.state === 'theirs' ? [index] : [],
    )
    const now = current[0] ?? stops.length
    claim(current.length === (ended === null ? 1 : 0), 'one current stop, or an end')
    const actor = dealActor(told(facts, reader))
    claim((actor === null) === (ended !== null), 'someone acts until it is over')
    const isYours = actor === reader || actor === 'both'
    claim((stops[now]?.state === 'yours') === isYours, 'the current stop is whose move it is')
    claim(text.includes('Your move') === isYours, '"Your move" for the side that acts')
    // Work may start unfunded (decision P17); everything else comes in order.
    const isUnfunded = stops[now]?.label !== undefined && STOPS[now] === 'funded'
    claim(
      isUnfunded || stops.slice(now + 1).every((stop) => stop.state !== 'done'),
      'nothing is done after the current stop',
    )
    claim(!OUTCOMES.test(stops[now]?.label ?? ''), 'the current stop claims no outcome')
    const before = ended === null ? stops.slice(0, now) : stops
    claim(
      before.every(({ state: one, when }) => one === 'done' || /No longer due|returned/.test(when)),
      'nothing is due before the current stop, or once it is over',
    )
    claim(!/undefined|null,|NaN| {2}| \.|\.\./.test(text.replace(',null]', ']')), 'whole sentences')
    claim(/^[A-Z$0-9].*\.$/.test(note), 'a note is a sentence')
    const isHeld = facts.money?.status === 'held_in_escrow'
    claim(/ held\. | held again|frozen/.test(note) === isHeld, 'says that money is held when it is')
    claim(stops.some(({ held }) => held) === isHeld, 'the rail is red lead while money is held')
    claim(!(isHeld && /not funded|Not funded|Fund /.test(text)), 'held money is funded')
    const bank = facts.money?.bank
    const bankHolds = isHeld && (bank === 'open' || bank === 'lost')
    claim(!isHeld || bankHolds === note.includes("card's bank"), 'names the bank that freezes it')
    if (isFrozenState(state))
      claim(!/release payment|Release |Approve|[Dd]eliver |fund escrow/.test(text), 'frozen')
    if (ended !== null)
      claim(!/by Jun|By Jun|Within|Your move/.test(text), 'no date once it is over')
    const isPaid = facts.money?.status === 'released'
    claim(/ received /.test(note) === isPaid, 'says that it was paid when it was')
    return [now, isYours, actor] as const
  })
  const [seller, maker] = places
  claim(seller?.[0] === maker?.[0] && seller?.[2] === maker?.[2], 'both sides read the same state')
  return found
}
