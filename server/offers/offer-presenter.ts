import { usdFromCents } from '#contract/money.ts'
import type { DealTerms, Negotiation, Offer, WaitingOffer } from '#contract/offer-schemas.ts'
import type { NegotiationRow } from './negotiation-service.ts'
import { isOver } from './offer-policy.ts'
import type { OfferRow, TermsRow } from '#server/offers/record/offer-store.ts'
import type { WaitingOfferRow } from './waiting-offers.ts'

export const presentTerms = ({ price, deliver_by, rounds, items }: TermsRow): DealTerms => ({
  price: usdFromCents(price),
  deliver_by,
  rounds,
  items,
})

function presentOffer(row: OfferRow, now: Date): Offer {
  return {
    ...presentTerms(row),
    id: row.id,
    application_id: row.application_id,
    number: row.number,
    by: row.by,
    answers: row.answers,
    note: row.note,
    hire_at_once: row.hire_at_once,
    against: presentTerms({
      price: row.against_price,
      deliver_by: row.against_deliver_by,
      rounds: row.against_rounds,
      items: row.against_items,
    }),
    // It may expire before the clock job reaches it.
    status: row.status === 'open' && isOver(row, now) ? 'expired' : row.status,
    expires_at: row.expires_at,
    created_at: row.created_at,
    answered_at: row.answered_at,
  }
}

export const presentNegotiation = (
  { applicationId, terms, briefItems, licence, offers }: NegotiationRow,
  now: Date,
): Negotiation => ({
  application_id: applicationId,
  terms: presentTerms(terms),
  brief_items: briefItems,
  ...(licence === null ? {} : { licence }),
  offers: offers.map((offer) => presentOffer(offer, now)),
})

export const presentWaiting = ({ price, ...row }: WaitingOfferRow): WaitingOffer => ({
  ...row,
  price: usdFromCents(price),
})
