import type { DealState } from '#contract/deal-state.ts'
import type { Act } from './acts.ts'
import type { MarketDeal } from './deal.ts'
import { REVIEWS } from './reviews.ts'

/** One act of a deal, its number among those of its kind, and how long it takes in the demo's days. */
export interface Scene {
  act: Act
  nth: number
}

const once = (...acts: Act[]): Scene[] => acts.map((act) => ({ act, nth: 0 }))
const each = (act: Act, things: readonly unknown[] = []): Scene[] =>
  things.map((_, nth) => ({ act, nth }))

const ORDER_ANSWERS = {
  accept: 'accept_order',
  decline: 'decline_order',
  lapse: 'order_lapses',
} as const satisfies Record<NonNullable<NonNullable<MarketDeal['order']>['answer']>, Act>
/** Until its creator has responded to an order, nothing else happens to it. */
const ordered = ({ order }: MarketDeal): Scene[] =>
  once('order', ...(order?.answer ? [ORDER_ANSWERS[order.answer]] : []))

const applied = ({ invite, offers, bargains }: MarketDeal): Scene[] => [
  ...once('post', ...(invite ? (['invite'] as const) : [])),
  ...each('apply', offers),
  ...each('bargain', bargains),
  ...(bargains?.at(-1)?.ends === 'expire' ? once('offer_expires') : []),
]
/** Accepting an order, or an offer by the brand, hires the creator. */
const accepted = (deal: MarketDeal): Scene[] => {
  if (deal.order) return ordered(deal)
  return deal.bargains?.some(({ ends }) => ends === 'accept')
    ? applied(deal)
    : [...applied(deal), ...once('accept')]
}
/** More money for more: for another round once one was used; for anything else, before the work starts. */
const raised = ({ raises }: MarketDeal, what: 'round' | 'price'): Scene[] =>
  raises === undefined || (raises.rounds === undefined) !== (what === 'price')
    ? []
    : once('raise_price', ...(raises.paid ? (['pay_raise'] as const) : []))
const working = (deal: MarketDeal): Scene[] => [
  ...accepted(deal),
  ...once('fund'),
  ...each('say', deal.talk),
  ...(deal.lowers ? once('lower_price') : []),
  ...raised(deal, 'price'),
]
/** Delivered, with a second version where the brand asked for one. */
const handedIn = (deal: MarketDeal): Scene[] => {
  const [first, ...rest] = each('deliver', deal.work)
  const versions = first === undefined ? [] : [first]
  const revised = deal.revision ? [...once('revise'), ...raised(deal, 'round')] : []
  return [...working(deal), ...versions, ...revised, ...rest]
}
const paid = (deal: MarketDeal): Scene[] =>
  deal.dispute
    ? [...handedIn(deal), ...once('open_dispute', 'answer_dispute', 'decide')]
    : [...handedIn(deal), ...once('approve_and_release')]
/** The two sides' reviews afterwards, if any. */
const reviewed = ({ title }: MarketDeal): Scene[] => {
  const said = REVIEWS[title]
  if (said === undefined) return []
  return [
    ...once('review_by_creator', 'review_by_brand'),
    ...once(...(said.answer ? (['answer_review'] as const) : [])),
    ...once(...(said.removed === undefined ? [] : (['remove_review'] as const))),
  ]
}

/**
 * How a deal gets into each state. Not here are states that pass by themselves within seconds, and those that need a
 * failure at the provider that an operator would have to look into (`NOT_PLAYED`).
 */
const ENDINGS: Readonly<Partial<Record<DealState, (deal: MarketDeal) => Scene[]>>> = {
  draft: () => once('draft'),
  ordered,
  open: applied,
  choosing: applied,
  unfunded: (deal) => [...accepted(deal), ...each('say', deal.talk)],
  paying: (deal) => [...accepted(deal), ...once('open_checkout')],
  failed: (deal) => [...accepted(deal), ...once('fund_slowly', 'bank_refuses')],
  turned_away: (deal) => [...accepted(deal), ...once('fund_and_return_outside', 'hour_passes')],
  work: working,
  revision: (deal) => [
    ...working(deal),
    ...each('deliver', deal.work),
    ...once('revise'),
    ...raised(deal, 'round'),
  ],
  review: handedIn,
  approved: (deal) => [...handedIn(deal), ...once('approve')],
  held_again: (deal) => [...paid(deal), ...once('transfer_comes_back')],
  answer: (deal) => [...handedIn(deal), ...once('open_dispute')],
  decision: (deal) => [...handedIn(deal), ...once('open_dispute', 'answer_dispute')],
  bank_frozen: (deal) => [...handedIn(deal), ...once('bank_disputes')],
  paid: (deal) => [...paid(deal), ...reviewed(deal)],
  paid_disputed: (deal) => [...paid(deal), ...once('bank_disputes')],
  paid_bank_lost: (deal) => [...paid(deal), ...once('bank_disputes', 'bank_keeps')],
  // A brand closes a project that came to nothing: otherwise it would read "In progress" for months.
  returned: (deal) => [
    ...(deal.dispute ? paid(deal) : [...working(deal), ...once('give_back')]),
    ...once('cancel'),
  ],
  bank_took: (deal) => [...working(deal), ...once('bank_disputes', 'bank_keeps', 'cancel')],
  cancelled: (deal) => (deal.order ? ordered(deal) : [...applied(deal), ...once('cancel')]),
  cancelled_paying: (deal) => [...accepted(deal), ...once('open_checkout', 'cancel')],
  cancelled_late: (deal) => [...accepted(deal), ...once('open_checkout', 'cancel', 'pay_late')],
  cancelled_held: (deal) => [...working(deal), ...once('give_back', 'cancel', 'refund_comes_back')],
}

const MOVES_ON = 'the provider answers within seconds, and the server that starts next goes on'
const STUCK = 'the provider has to refuse a call, which leaves a difference for an operator'

/** The states that no demo project stays in, and why. */
export const NOT_PLAYED: Readonly<Partial<Record<DealState, string>>> = {
  charging: MOVES_ON,
  releasing: MOVES_ON,
  returning: MOVES_ON,
  returning_part: MOVES_ON,
  decided: STUCK,
  hired: 'a project that hired several is no deal itself',
  hired_over: 'a project that hired several is no deal itself',
  in_dispute: 'a reader’s word while they have not loaded the dispute; no deal is stored so',
}

/** Returns all acts of a deal in order. Throws for a state that is not played. */
export function scenesOf(deal: MarketDeal): Scene[] {
  const ending = ENDINGS[deal.ends]
  if (ending === undefined) throw new Error(`no demo deal ends ${deal.ends}`)
  return ending(deal)
}
