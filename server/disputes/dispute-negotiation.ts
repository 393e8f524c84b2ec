import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { usdFromCents } from '#contract/money.ts'
import { type AmendmentRow, amendmentColumns } from '#server/amendments/record/amendment-store.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import { type OfferRow, offerColumns } from '#server/offers/record/offer-store.ts'

/** An offer as evidence. */
export type EvidenceOfferRow = Pick<
  OfferRow,
  'number' | 'by' | 'price' | 'deliver_by' | 'rounds' | 'note' | 'status' | 'created_at'
>

/** A proposed change as evidence. */
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

export const presentOffer = (row: EvidenceOfferRow): DisputeEvidence['offers'][number] => ({
  number: row.number,
  by: row.by,
  price: usdFromCents(row.price),
  deliver_by: row.deliver_by,
  rounds: row.rounds,
  note: row.note,
  status: row.status,
  created_at: row.created_at,
})

export const presentAmendment = (
  row: EvidenceAmendmentRow,
): DisputeEvidence['amendments'][number] => ({
  number: row.number,
  by: row.by,
  price: row.price === null ? null : usdFromCents(row.price),
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
