import { dealState } from '#contract/deal-state.ts'
import { tellDeal } from '#contract/deal-reading.ts'
import type { DealReader } from '#contract/deal-told.ts'
import { isReadersMove } from '#contract/deal-words.ts'
import { usdFromCents } from '#contract/money.ts'
import type { ListedDeal } from '#contract/listed-deal-schemas.ts'
import { WAITING_LIMITS, waitingRank } from '#contract/waiting.ts'
import { presentDealMoney } from '#server/payments/payment-presenter.ts'
import { presentAdded, presentProject } from '#server/projects/project-presenter.ts'
import type { ListedDealRow } from './listed-deal-store.ts'

/** A deal in a list, as this side reads it. */
export function presentListedDeal(row: ListedDealRow, reader: DealReader): ListedDeal {
  const { id, title, product_images, status, deadline, hiring } = presentProject(row)
  return {
    project: {
      id,
      title,
      product_images,
      status,
      deadline,
      ...(hiring === undefined ? {} : { hiring }),
      order_id: row.order_id,
      order_fund_by: row.order_fund_by,
      application_count: row.application_count,
      to_answer: reader === 'owner' ? row.to_answer : null,
      ...(row.added === null ? {} : { added: row.added.map(presentAdded) }),
      accepted_price: row.accepted_price === null ? null : usdFromCents(row.accepted_price),
      timeline: {
        posted_at: row.posted_at,
        first_application_at: row.first_application_at,
        accepted_at: row.accepted_at,
        funded_at: row.funded_at,
        delivered_at: row.delivered_at,
        approved_at: row.approved_at,
        released_at: row.released_at,
        cancelled_at: row.cancelled_at,
      },
    },
    seller: row.seller,
    creator: row.creator,
    payment: presentDealMoney(row.payments),
    deliverables: row.deliverables,
    disputes: row.disputes.map(({ respondent_id, ...dispute }) => ({
      ...dispute,
      respondent: respondent_id === row.seller_id ? 'seller' : 'creator',
    })),
  }
}

/** Returns the deals in which this side moves next, the most urgent first; among equals, the nearest deadline first. */
export function waitingDeals(found: readonly ListedDealRow[], reader: DealReader): ListedDeal[] {
  return found
    .map((row) => presentListedDeal(row, reader))
    .flatMap((deal) => {
      const rank = rankOf(deal, reader)
      return rank === null ? [] : [{ deal, rank }]
    })
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        one.deal.project.deadline.localeCompare(other.deal.project.deadline),
    )
    .slice(0, WAITING_LIMITS.shown)
    .map(({ deal }) => deal)
}

function rankOf(deal: ListedDeal, reader: DealReader): number | null {
  // Who moves next depends on the facts alone: names and days depend on the reader.
  const told = tellDeal(deal, {
    reader,
    creator: null,
    brand: null,
    shortDay: String,
    day: String,
    turnedAway: null,
  })
  return isReadersMove(told) ? waitingRank(dealState(told.facts), reader) : null
}
