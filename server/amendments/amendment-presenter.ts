import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import { type AmendmentStatus, isPending } from '#contract/amendments.ts'
import { usdFromCents } from '#contract/money.ts'
import type { AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { isOver } from './amendment-policy.ts'
import type { AmendmentsOfDeal } from './amendment-service.ts'

/** Its end may come before the clock job runs. */
function shownStatus(row: AmendmentRow, now: Date): AmendmentStatus {
  if (row.status === 'proposed' && isOver(row, now)) return 'expired'
  const isLate = row.pay_by !== null && Date.parse(row.pay_by) <= now.getTime()
  return row.status === 'unpaid' && isLate ? 'lapsed' : row.status
}

/** A brief states its own rounds, which its diff shows. */
const presentRounds = ({
  brief,
  rounds,
  against_rounds,
}: AmendmentRow): Pick<Amendment, 'rounds' | 'against_rounds'> =>
  brief === null ? { rounds, against_rounds } : { rounds: null, against_rounds: null }

function presentAmendment(row: AmendmentRow, now: Date): Amendment {
  const status = shownStatus(row, now)
  return {
    id: row.id,
    number: row.number,
    by: row.by,
    deliver_by: row.deliver_by,
    against_deliver_by: row.against_deliver_by,
    price: row.price === null ? null : usdFromCents(row.price),
    against_price: row.against_price === null ? null : usdFromCents(row.against_price),
    returned: row.returned === null ? null : usdFromCents(row.returned),
    extra: row.extra === null ? null : usdFromCents(row.extra),
    pay_by: row.pay_by,
    ...presentRounds(row),
    changes_brief: row.brief !== null,
    brief: isPending(status) ? row.brief : null,
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
    applicationId,
    deliver_by,
    price,
    extras,
    fee_terms,
    rounds,
    brief,
    closed,
    price_fixed,
    held,
    amendments,
  }: AmendmentsOfDeal,
  now: Date,
): DealAmendments => ({
  project_id: projectId,
  application_id: applicationId,
  terms: {
    deliver_by,
    price: usdFromCents(price),
    parts: [price - extras.reduce((all, one) => all + one, 0), ...extras].map(usdFromCents),
    fee_terms,
    rounds,
    brief,
  },
  closed,
  price_fixed,
  held: held === null ? null : usdFromCents(held),
  amendments: amendments.map((row) => presentAmendment(row, now)),
})
