import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import { usdFromCents } from '#contract/money.ts'
import type { AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { isOver } from './amendment-policy.ts'
import type { AmendmentsOfDeal } from './amendment-service.ts'

function presentAmendment(row: AmendmentRow, now: Date): Amendment {
  // Its minute may come before the clock's.
  const status = row.status === 'proposed' && isOver(row, now) ? 'expired' : row.status
  return {
    id: row.id,
    number: row.number,
    by: row.by,
    deliver_by: row.deliver_by,
    against_deliver_by: row.against_deliver_by,
    price: row.price === null ? null : usdFromCents(row.price),
    against_price: row.against_price === null ? null : usdFromCents(row.against_price),
    returned: row.returned === null ? null : usdFromCents(row.returned),
    changes_brief: row.brief !== null,
    brief: status === 'proposed' ? row.brief : null,
    brief_version: row.brief_version,
    note: row.note,
    status,
    expires_at: row.expires_at,
    created_at: row.created_at,
    answered_at: row.answered_at,
  }
}

export const presentAmendments = (
  {
    projectId,
    deliver_by,
    price,
    fee_terms,
    brief,
    closed,
    price_fixed,
    held,
    amendments,
  }: AmendmentsOfDeal,
  now: Date,
): DealAmendments => ({
  project_id: projectId,
  terms: { deliver_by, price: usdFromCents(price), fee_terms, brief },
  closed,
  price_fixed,
  held: held === null ? null : usdFromCents(held),
  amendments: amendments.map((row) => presentAmendment(row, now)),
})
