import { raw } from '#server/db/sql.ts'

/**
 * The amount a dispute is about, in cents, for statements about `deal_disputes` with their `payments` joined: the
 * payment it names and the extras of the same deal (decision 0073).
 */

/** The later payments that were held for a dispute's deal when it was opened, and that no bank has taken since. */
const disputedExtra = `payments extra where extra.application_id = payments.application_id and extra.id <> payments.id
  and extra.purpose = 'extra' and extra.funded_at <= deal_disputes.opened_at
  and coalesce(extra.released_at, extra.refunded_at, 'infinity') > deal_disputes.opened_at
  and not (extra.status = 'refunded' and extra.dispute_outcome is not distinct from 'lost'
    and extra.refunded_at <= coalesce(deal_disputes.ended_at, 'infinity'))`
/** Cents of each of them, oldest first. */
export const disputedExtras = raw(
  `array(select extra.amount::integer from ${disputedExtra} order by extra.created_at, extra.id)`,
)

/** Cents that a dispute is about, for a statement about disputes with their payments joined. */
export const disputedCents = raw(
  `(payments.amount - payments.agreed_refund + (select coalesce(sum(extra.amount), 0)::bigint from ${disputedExtra}))`,
)

/** Each payment's part of that amount, the named one first: share and fee are split by these. */
export const disputedParts = raw(
  `array_prepend(payments.amount::integer - payments.agreed_refund::integer, ${disputedExtras.text})`,
)
