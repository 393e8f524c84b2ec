import { BOARD_PAGE, type WaitingColumn } from '#contract/board.ts'
import type { BoardCard } from '#contract/board-schemas.ts'
import type { DealMoney } from '#contract/originals.ts'
import { COUNTED_TO } from '#contract/paging.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import type { ShipmentStatus } from '#contract/shipping.ts'
import { notApartFrom } from '#server/apart/apart.ts'
import { type ListedDealRow, listedDeals } from '#server/dashboard/listed-deal-store.ts'
import { listInJson, timeInJson, usdInJson } from '#server/db/json-rows.ts'
import { listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { dealMoneyColumn } from '#server/payments/record/deal-money.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'
import { committedTo } from '#server/projects/listing-store.ts'

/** A card as stored, and its place in its column; `works` holds all pieces of the creator's portfolio. */
export type BoardCardRow = BoardCard & { place_id: string; place_time: string }

interface BoardPartRow extends Record<`${WaitingColumn}_count`, number> {
  wanted: number
  /** The project itself. The plain names belong to the columns of its deals. */
  own_title: string
  own_status: ProjectStatus
  /** Integer cents. */
  own_budget: number
  own_hired: number
  /** Cancelled deals, which are none of the rows. */
  own_cancelled: number
  own_until: string | null
  own_hidden: boolean
  brief_written_at: string | null
  applied: BoardCardRow[]
  shortlisted: BoardCardRow[]
  offered: BoardCardRow[]
  /** Integer cents. */
  total: number | null
  committed: number
  held: number
  released: number
  returned: number
}

/** A deal on the board; `work_id` and the fields after it describe its newest delivery, or are null. */
interface BoardDealRow extends ListedDealRow {
  accepted_id: string
  shipment: ShipmentStatus | null
  work_id: string | null
  work_name: string
  file_id: string
  renditions: string[]
  /** Decides who may read the original of that delivery. */
  money: DealMoney | null
}

/** One row per deal, each with the rest of the board; a board without deals is one row without an id. */
export type BoardRow = BoardPartRow & (BoardDealRow | { [K in keyof BoardDealRow]: null })

interface Of {
  listingId: string
  sellerId: string
}

const open = raw(`applications.status = 'pending' and applications.reject_at is null`)
const openOffer = raw(
  `select from offers where offers.application_id = applications.id and offers.status = 'open'`,
)
const fromApplications = raw(`applications`)
const fromOffers = raw(`offers join applications on applications.id = offers.application_id`)

/**
 * Which applications each column holds, and in what order. Every open application is in exactly one. A declined one is
 * in none from the moment of the click, though it can still be undone.
 */
const COLUMNS: Record<WaitingColumn, { from: typeof open; of: string; where: typeof open }> = {
  applied: {
    from: fromApplications,
    of: 'applications.project_id',
    where: raw(
      `${open.text} and applications.shortlisted_at is null and not exists (${openOffer.text})`,
    ),
  },
  shortlisted: {
    from: fromApplications,
    of: 'applications.project_id',
    where: raw(
      `${open.text} and applications.shortlisted_at is not null and not exists (${openOffer.text})`,
    ),
  },
  offered: {
    from: fromOffers,
    of: 'offers.listing_id',
    where: raw(`offers.status = 'open' and ${open.text}`),
  },
}

/** The condition for being in a column, excluding people that its brand is apart from. */
function isIn(column: WaitingColumn, { listingId, sellerId }: Of): Statement {
  const { of, where } = COLUMNS[column]
  return sql`${raw(of)} = ${listingId} and ${where} and ${notApartFrom(raw('applications.creator_id'), sellerId)}`
}

/** A page of a column, newest first; the offered column is ordered by the newest offer. */
function cards(column: WaitingColumn, of: Of, after?: string): Statement {
  const { time, id } = listPlace('newest', after)
  const place = column === 'offered' ? 'offers' : 'applications'
  const offer =
    column === 'offered'
      ? `json_build_object('id', offers.id, 'by', offers.by, 'price', ${usdInJson('offers.price').text})`
      : 'null::json'
  return sql`select applications.id, applications.created_at, applications.shortlisted_at is not null as shortlisted,
      ${personCardOf('creator')}::jsonb || jsonb_build_object('works', creator.portfolio_urls) as creator,
      ${usdInJson('applications.proposed_price')} as price, ${raw(offer)} as offer,
      ${raw(place)}.id as place_id, ${raw(place)}.created_at as place_time
    from ${COLUMNS[column].from} join profiles creator on creator.id = applications.creator_id
    where ${isIn(column, of)} and (${raw(place)}.created_at, ${raw(place)}.id) < (${time}::timestamptz, ${id}::uuid)
    order by ${raw(place)}.created_at desc, ${raw(place)}.id desc limit ${raw(String(BOARD_PAGE))}`
}

const cardsInJson = (column: WaitingColumn, of: Of, after?: string) =>
  listInJson(cards(column, of, after), 'created_at', 'place_time')

/** Counts no further than one above COUNTED_TO, because the cost grows with the number of rows counted. */
const counted = (column: WaitingColumn, of: Of): Statement =>
  sql`(select count(*)::integer from (select from ${COLUMNS[column].from}
    where ${isIn(column, of)} limit ${raw(String(COUNTED_TO + 1))}) counted)`

/** Cents that the payments of a project's deals hold or have released. A longer licence is not part of its budget. */
const moneyOf = (status: 'held_in_escrow' | 'released', listingId: string): Statement =>
  sql`(select coalesce(sum(payments.amount - payments.returned_part), 0)::bigint
    from projects deals join payments on payments.project_id = deals.id
    where deals.listing_id = ${listingId} and payments.status = ${status} and payments.purpose <> 'extension')`

/** Cents of the agreed prices that were paid and then went back: what its funded deals now lack of their prices. */
const returnedOf = (listingId: string): Statement =>
  sql`(select coalesce(sum(greatest(0, applications.proposed_price - kept.cents)), 0)::bigint
    from projects deals join applications on applications.project_id = deals.id and applications.status = 'accepted'
    cross join lateral (
      select coalesce(sum(amount - returned_part) filter (where status in ('held_in_escrow', 'released')), 0) as cents,
        bool_or(purpose = 'deal' and status in ('held_in_escrow', 'released', 'refunded')) as was_funded
      from payments where payments.project_id = deals.id and purpose <> 'extension') kept
    where deals.listing_id = ${listingId} and deals.status <> 'cancelled' and kept.was_funded)`

/** Returns the board of the seller's own project in one statement; no row for anyone else. */
export function boardOf(db: Queryable, of: Of): Promise<BoardRow[]> {
  const { listingId, sellerId } = of
  return rows<BoardRow>(
    db,
    sql`with board as materialized (select seats as wanted, title as own_title, status as own_status, budget as own_budget,
          hiring_until as own_until, hidden_at is not null as own_hidden,
          (select count(*)::integer from projects deals where deals.listing_id = ${listingId} and deals.status <> 'cancelled') as own_hired,
          (select count(*)::integer from projects deals where deals.listing_id = ${listingId} and deals.status = 'cancelled') as own_cancelled,
          (select ${timeInJson('briefs.created_at')} from project_briefs briefs
            where briefs.project_id = projects.id and briefs.version = projects.brief_version) as brief_written_at,
          budget_total as total,
          ${cardsInJson('applied', of)} as applied, ${counted('applied', of)} as applied_count,
          ${cardsInJson('shortlisted', of)} as shortlisted, ${counted('shortlisted', of)} as shortlisted_count,
          ${cardsInJson('offered', of)} as offered, ${counted('offered', of)} as offered_count,
          ${committedTo(listingId)} as committed, ${moneyOf('held_in_escrow', listingId)} as held,
          ${moneyOf('released', listingId)} as released, ${returnedOf(listingId)} as returned
        from projects where id = ${listingId} and seller_id = ${sellerId})
      select board.*, deals.*, work.*, (select status from shipments where shipments.project_id = deals.id) as shipment,
        (select id from applications where applications.project_id = deals.id and applications.status = 'accepted') as accepted_id
      from board left join (${listedDeals(
        sql`select * from projects where listing_id = ${listingId} and seller_id = ${sellerId} and status <> 'cancelled'`,
      )}) deals on true
      left join lateral (select deliverables.id as work_id, files.file_name as work_name, files.id as file_id, files.renditions,
          ${dealMoneyColumn}
        from deliverables join files on files.id = deliverables.file_id where deliverables.project_id = deals.id
        order by deliverables.created_at desc, deliverables.version desc limit 1) work on true
      order by deals.created_at desc, deals.id desc`,
  )
}

/** Returns a page of one column of the seller's own project, and how many creators it wants; null for anyone else. */
export const boardCardsOf = (db: Queryable, column: WaitingColumn, of: Of, after?: string) =>
  maybeRow<{ wanted: number; cards: BoardCardRow[] }>(
    db,
    sql`select seats as wanted, ${cardsInJson(column, of, after)} as cards
      from projects where id = ${of.listingId} and seller_id = ${of.sellerId}`,
  )
