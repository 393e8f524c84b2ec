import type { FeeTerms } from '#contract/money.ts'
import type { Queryable } from '#server/db/pool.ts'
import { oneRow, raw, sql } from '#server/db/sql.ts'

/** Terms as stored: rows are only ever added. */
export interface FeeTermsRow extends FeeTerms {
  id: number
}

/**
 * Returns the terms a deal would be made on now; of those valid from the same moment, the ones added last. The time is
 * the statement's own: now() is when the transaction began, so a statement that waited for a lock would miss what was
 * added meanwhile.
 */
export const currentFeeTerms = (db: Queryable): Promise<FeeTermsRow> =>
  oneRow<FeeTermsRow>(
    db,
    sql`select id, creator_bps, minimum_fee as minimum_fee_cents from fee_terms
      where valid_from <= clock_timestamp() order by valid_from desc, id desc limit 1`,
  )

/** Adds terms that apply to deals from now on. */
export const addFeeTerms = (
  db: Queryable,
  { creator_bps, minimum_fee_cents }: FeeTerms,
): Promise<FeeTermsRow> =>
  oneRow<FeeTermsRow>(
    db,
    sql`insert into fee_terms (creator_bps, minimum_fee, valid_from)
      values (${creator_bps}, ${minimum_fee_cents}, clock_timestamp())
      returning id, creator_bps, minimum_fee as minimum_fee_cents`,
  )

/**
 * The terms of a deal as JSON (`FeeTerms`), in a statement that reads applications: those of its acceptance, or before
 * it those it would be made on now.
 */
export const dealTermsInJson = raw(
  `(select json_build_object('creator_bps', creator_bps, 'minimum_fee_cents', minimum_fee) from fee_terms
    where fee_terms.id = coalesce(applications.fee_terms_id, (select id from fee_terms newest
      where newest.valid_from <= clock_timestamp() order by newest.valid_from desc, newest.id desc limit 1)))`,
)

/** A payment's frozen terms as JSON (`FeeTerms`), in a statement that reads payments. */
export const feeTermsInJson = raw(
  `json_build_object('creator_bps', 10000 - payments.fee_bps, 'minimum_fee_cents', payments.minimum_fee)`,
)
