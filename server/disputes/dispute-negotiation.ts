import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { netOfDeal } from '#contract/deal-split.ts'
import { type FeeTerms, splitPrice, usdFromCents } from '#contract/money.ts'
import { type AmendmentRow, amendmentColumns } from '#server/amendments/record/amendment-store.ts'
import { firstPrice } from '#server/applications/application-store.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { raw, sql, type Statement } from '#server/db/sql.ts'
import { dealTermsInJson } from '#server/fees/fee-terms-store.ts'
import { type OfferRow, offerColumns } from '#server/offers/record/offer-store.ts'

/** An offer, presented as evidence. */
export type EvidenceOfferRow = Pick<
  OfferRow,
  'number' | 'by' | 'price' | 'deliver_by' | 'rounds' | 'note' | 'status' | 'created_at'
>

/** A proposed change, presented as evidence. */
export type EvidenceAmendmentRow = Pick<
  AmendmentRow,
  | 'number'
  | 'by'
  | 'price'
  | 'deliver_by'
  | 'rounds'
  | 'extra'
  | 'brief'
  | 'brief_version'
  | 'returned'
  | 'note'
  | 'status'
  | 'created_at'
>

/** The offers about a payment's application, by number, in JSON. */
export const offersInEvidence = (paymentId: string): Statement =>
  listInJson(
    sql`select ${offerColumns} from offers join payments using (application_id) where payments.id = ${paymentId}
      order by offers.number`,
    'created_at',
  )

/** The changes that were proposed in a payment's deal, by number, in JSON. */
export const amendmentsInEvidence = (paymentId: string): Statement =>
  listInJson(
    sql`select ${amendmentColumns} from amendments join payments using (application_id) where payments.id = ${paymentId}
      order by amendments.number`,
    'created_at',
  )

/** A deal and how its price has been paid so far, in integer cents. */
export interface EvidencePrice {
  proposed_price: number
  first_price: number
  fee_terms: FeeTerms
  extras: number[]
  held: boolean
}

/** The columns of `EvidencePrice` for a payment's application. */
export const pricePaid =
  raw(`applications.proposed_price, ${firstPrice.text} as first_price, ${dealTermsInJson.text} as fee_terms,
      array_to_json(array(select extra.amount from payments extra where extra.application_id = applications.id
        and extra.purpose = 'extra' and extra.funded_at is not null order by extra.created_at, extra.id)) as extras,
      exists (select from payments own where own.application_id = applications.id and own.purpose = 'deal'
        and own.status = 'held_in_escrow') as held`)

export const presentOffer = (
  row: EvidenceOfferRow,
  { fee_terms }: EvidencePrice,
): DisputeEvidence['offers'][number] => ({
  number: row.number,
  by: row.by,
  price: usdFromCents(row.price),
  net: usdFromCents(splitPrice(row.price, fee_terms).creatorCents),
  deliver_by: row.deliver_by,
  rounds: row.rounds,
  note: row.note,
  status: row.status,
  created_at: row.created_at,
})

export const presentAmendment = (
  row: EvidenceAmendmentRow,
  { proposed_price, extras, held, fee_terms }: EvidencePrice,
): DisputeEvidence['amendments'][number] => ({
  number: row.number,
  by: row.by,
  price: row.price === null ? null : usdFromCents(row.price),
  net:
    row.price === null
      ? null
      : usdFromCents(
          netOfDeal(
            row.price,
            { agreedCents: proposed_price, extrasCents: extras, isHeld: held },
            fee_terms,
          ),
        ),
  deliver_by: row.deliver_by,
  rounds: row.brief === null ? row.rounds : null,
  extra: row.extra === null ? null : usdFromCents(row.extra),
  changes_brief: row.brief !== null,
  brief_version: row.brief_version,
  returned: row.returned === null ? null : usdFromCents(row.returned),
  note: row.note,
  status: row.status,
  created_at: row.created_at,
})
