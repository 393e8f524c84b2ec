import { readCursor } from '#contract/paging.ts'
import type { Queryable } from '#server/db/pool.ts'
import { oneRow, raw, rows, sql } from '#server/db/sql.ts'
import {
  ownMovements,
  type Side,
  type SideMovement,
} from '#server/documents/record/period-store.ts'
import { endOf, type Period, startOf } from '#server/documents/record/periods.ts'

/** From the first day to the last one. */
export type Days = Pick<Period, 'from' | 'to'>

/** A movement in a statement. */
export interface StatedMovement extends SideMovement {
  id: string
  project_id: string
}

/** A month's sums in cents, in the order of the columns, and the change to the balance. */
export interface StatedMonth {
  month: string
  first: number
  second: number
  third: number
  change: number
}

/** In cents: the balance before a page and before the period, and the months of the period. */
export interface StatedSums {
  before: number
  opening: number
  months: StatedMonth[]
}

/** Accounts that concern a side. A creator's price is what left escrow for them. */
const CONCERNS = {
  creator: raw(
    `(account in ('creator_payable', 'platform_fee') or account = 'escrow' and movements.kind = 'release')`,
  ),
  seller: raw(`account = 'escrow'`),
}
const whole = ({ from, to }: Days): Period => ({ kind: 'month', from, to })

/** Returns the keyset position after a row; without a row, the position before everything. */
function placeOf(after: string | undefined): { time: string; id: string } {
  const place = readCursor('movements', after)
  return { time: String(place?.keys[0] ?? '-infinity'), id: place?.id ?? '0' }
}

/** Returns the movements of a side in a period after a position, oldest first; at most `limit`. */
export function statedMovements(
  db: Queryable,
  side: Side,
  userId: string,
  days: Days,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StatedMovement[]> {
  const { time, id } = placeOf(after)
  return rows<StatedMovement>(
    db,
    // Sorted first, so that entries are read only for the movements that the page shows.
    sql`with ${ownMovements(side, userId)}
      select movements.id::text, movements.created_at as at, (movements.created_at at time zone 'UTC')::date::text as day,
        movements.kind, (select title from projects where projects.id = movements.project_id) as title, movements.project_id,
        escrow, fee, owed
      from (select * from own
          where created_at >= ${startOf(whole(days))} and created_at < ${endOf(whole(days))}
            and (created_at, id) > (${time}::timestamptz, ${id}::bigint)
          order by created_at, id) movements
        cross join lateral (select count(*) as entries,
            coalesce(sum(ledger_entries.amount) filter (where account = 'escrow'), 0)::bigint as escrow,
            coalesce(-sum(ledger_entries.amount) filter (where account = 'platform_fee'), 0)::bigint as fee,
            coalesce(-sum(ledger_entries.amount) filter (where account = 'creator_payable'), 0)::bigint as owed
          from ledger_entries where ledger_entries.movement_id = movements.id and ${CONCERNS[side]}) booked
      where entries > 0
      order by movements.created_at, movements.id limit ${limit}`,
  )
}

/** Returns the balance before a position in cents, and the months of the period, in one statement. */
export function statedSums(
  db: Queryable,
  side: Side,
  userId: string,
  days: Days,
  after: string | undefined,
): Promise<StatedSums> {
  const { time, id } = placeOf(after)
  const balance = side === 'creator' ? 'creator_payable' : 'escrow'
  const sums =
    side === 'creator'
      ? raw(`coalesce(sum(amount) filter (where kind = 'release' and account = 'escrow'), 0) as first,
          coalesce(sum(amount) filter (where account = 'platform_fee'), 0) as second,
          coalesce(sum(amount) filter (where kind <> 'release' and account = 'creator_payable'), 0) as third`)
      : raw(`coalesce(-sum(amount) filter (where kind <> 'release' and amount < 0), 0) as first,
          coalesce(sum(amount) filter (where kind <> 'release' and amount > 0), 0) as second,
          coalesce(sum(amount) filter (where kind = 'release'), 0) as third`)
  return oneRow(
    db,
    sql`with ${ownMovements(side, userId)},
      moved as materialized (select movements.id, movements.created_at, movements.kind, account, ledger_entries.amount
        from own movements
          join ledger_entries on ledger_entries.movement_id = movements.id and ${CONCERNS[side]}
        where movements.created_at < ${endOf(whole(days))})
      select (select coalesce(-sum(amount), 0)::bigint from moved where account = ${balance}
          and (created_at < ${startOf(whole(days))} or (created_at, id) <= (${time}::timestamptz, ${id}::bigint))) as before,
        (select coalesce(-sum(amount), 0)::bigint from moved where account = ${balance}
          and created_at < ${startOf(whole(days))}) as opening,
        (select coalesce(json_agg(stated order by stated.month), '[]') from (
          select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, ${sums},
            coalesce(-sum(amount) filter (where account = ${balance}), 0) as change
          from moved where created_at >= ${startOf(whole(days))} group by 1) stated) as months`,
  )
}
