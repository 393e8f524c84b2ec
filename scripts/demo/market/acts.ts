import { HIRING_ACTS } from './hiring-acts.ts'
import { MONEY_ACTS } from './money-acts.ts'
import { VERDICT_ACTS } from './verdict-acts.ts'
import { WORK_ACTS } from './work-acts.ts'

/** Everything that happens in the demo's deals, by name. */
export const ACTS = { ...HIRING_ACTS, ...WORK_ACTS, ...MONEY_ACTS, ...VERDICT_ACTS } as const

export type Act = keyof typeof ACTS

/** How long to wait for each act, relative to the others. */
export const PACE: Readonly<Record<Act, number>> = {
  draft: 0,
  post: 0,
  order: 0,
  accept_order: 0.8,
  decline_order: 1,
  order_lapses: 1,
  invite: 0.3,
  apply: 1,
  bargain: 0.3,
  offer_expires: 12,
  accept: 1.4,
  open_checkout: 0.2,
  fund: 0.4,
  fund_slowly: 0.4,
  bank_refuses: 1,
  fund_and_return_outside: 0.4,
  hour_passes: 0.2,
  pay_late: 0.6,
  say: 0.3,
  deliver: 3,
  lower_price: 1,
  raise_price: 0.6,
  pay_raise: 0.2,
  revise: 1,
  approve: 1,
  approve_and_release: 1,
  give_back: 2,
  cancel: 1,
  transfer_comes_back: 2,
  refund_comes_back: 2,
  bank_disputes: 3,
  bank_keeps: 6,
  open_dispute: 2,
  answer_dispute: 2,
  decide: 2,
  review_by_creator: 1,
  review_by_brand: 0.6,
  answer_review: 0.4,
  remove_review: 0.4,
}
