import type { BriefItem } from '#contract/briefs.ts'
import { OFFER_LIMITS, type OfferSide, type OfferStatus } from '#contract/offers.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** The terms that two sides agree on. `price` is integer cents, `deliver_by` a day 'YYYY-MM-DD'. */
export interface TermsRow {
  price: number
  deliver_by: string
  rounds: number
  /** Null leaves it to the brief. */
  items: BriefItem[] | null
}

/** An offer as stored. */
export interface OfferRow extends TermsRow {
  id: string
  application_id: string
  number: number
  by: OfferSide
  answers: string | null
  note: string | null
  hire_at_once: boolean
  against_price: number
  against_deliver_by: string
  against_rounds: number
  against_items: BriefItem[] | null
  status: OfferStatus
  expires_at: string
  created_at: string
  answered_at: string | null
}

/** Every column of `OfferRow`. */
export const offerColumns = raw(
  `offers.id, offers.application_id, offers.number, offers.by, offers.answers, offers.price, offers.deliver_by,
  offers.rounds, offers.items, offers.note, offers.hire_at_once, offers.against_price, offers.against_deliver_by,
  offers.against_rounds, offers.against_items, offers.status, offers.expires_at, offers.created_at, offers.answered_at`,
)

export const offerById = (db: Queryable, id: string) =>
  maybeRow<OfferRow>(db, sql`select ${offerColumns} from offers where id = ${id}`)

/** All offers about an application, oldest first: OFFER_LIMITS.most at most. */
export const offersOf = (applicationId: string): Statement =>
  sql`select ${offerColumns} from offers where application_id = ${applicationId} order by number`

/** The terms of the last offer that was accepted about an application, or null. */
export const agreedOffer = (db: Queryable, applicationId: string) =>
  maybeRow<TermsRow>(
    db,
    sql`select price, deliver_by, rounds, items from offers
      where application_id = ${applicationId} and status = 'accepted' order by number desc limit 1`,
  )

/**
 * The refusal of terms whose day has passed: a counter-offer can name a later one as long as one can be made.
 */
export async function lateRefusal(
  db: Queryable,
  applicationId: string,
): Promise<'offer.date_over' | 'offer.last_date_over'> {
  const made = await rows(db, sql`select from offers where application_id = ${applicationId}`)
  return made.length < OFFER_LIMITS.most ? 'offer.date_over' : 'offer.last_date_over'
}

export type NewOfferRow = Omit<OfferRow, 'status' | 'answered_at'>

/** The driver would write a list as a PostgreSQL array. */
const jsonOf = (items: BriefItem[] | null) => (items === null ? null : JSON.stringify(items))

/** Inserts an open offer. The indexes are the guard: null when another is open, or its number or id is taken. */
export const insertOffer = (tx: Tx, offer: NewOfferRow) =>
  maybeRow<OfferRow>(
    tx,
    sql`insert into offers (id, application_id, number, by, answers, price, deliver_by, rounds, items, note, hire_at_once,
        against_price, against_deliver_by, against_rounds, against_items, expires_at, created_at)
      values (${offer.id}, ${offer.application_id}, ${offer.number}, ${offer.by}, ${offer.answers}, ${offer.price},
        ${offer.deliver_by}, ${offer.rounds}, ${jsonOf(offer.items)}, ${offer.note}, ${offer.hire_at_once}, ${offer.against_price},
        ${offer.against_deliver_by}, ${offer.against_rounds}, ${jsonOf(offer.against_items)}, ${offer.expires_at}, ${offer.created_at})
      on conflict do nothing returning ${offerColumns}`,
  )
