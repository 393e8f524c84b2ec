import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { partyOf } from '#server/tax/document-party.ts'
import { taxProfileOf } from '#server/tax/tax-store.ts'
import { endOf, type Period, startOf } from './periods.ts'

export type Side = 'seller' | 'creator'

/**
 * One movement, as it changed what a side holds here: signed cents. `escrow` and `fee` are what it took out of escrow
 * and what the platform kept of that, `owed` is what it added to the debt to the creator.
 */
export interface SideMovement {
  at: string
  day: string
  kind: string
  title: string
  escrow: number
  fee: number
  owed: number
}

const OWN = { seller: raw('payments.seller_id'), creator: raw('payments.creator_id') }

/** What concerns a side: the creator's share and the platform's fee, or what the brand holds in escrow. */
const CONCERNS = {
  creator: raw(`account in ('creator_payable', 'platform_fee')`),
  seller: raw(`account = 'escrow'`),
}

/**
 * Every movement of a person's payments, as `own`. `offset 0` makes PostgreSQL look the movements up by payment before
 * it compares them with a period. Given both conditions at once, it assumes a short period in a prepared statement and
 * reads everything the market moved in it.
 */
export const ownMovements = (side: Side, userId: string): Statement =>
  sql`own as (select movements.*, payments.project_id from payments
    cross join lateral (select id, created_at, kind from ledger_movements
      where ledger_movements.payment_id = payments.id offset 0) movements
    where ${OWN[side]} = ${userId})`

/** Returns the movements in a period that concern a side, oldest first. */
export const movementsIn = (
  db: Queryable,
  side: Side,
  userId: string,
  period: Period,
): Promise<SideMovement[]> =>
  rows<SideMovement>(
    db,
    sql`with ${ownMovements(side, userId)}
      select movements.created_at as at, (movements.created_at at time zone 'UTC')::date::text as day, movements.kind,
        projects.title, coalesce(sum(ledger_entries.amount) filter (where account = 'escrow'), 0)::bigint as escrow,
        coalesce(-sum(ledger_entries.amount) filter (where account = 'platform_fee'), 0)::bigint as fee,
        coalesce(-sum(ledger_entries.amount) filter (where account = 'creator_payable'), 0)::bigint as owed
      from own movements join projects on projects.id = movements.project_id
        join ledger_entries on ledger_entries.movement_id = movements.id
      where movements.created_at >= ${startOf(period)} and movements.created_at < ${endOf(period)}
      group by movements.id, movements.created_at, movements.kind, projects.title having bool_or(${CONCERNS[side]}) order by movements.created_at, movements.id`,
  )

/** Returns the cents that were owed to the creator, or held for the brand, before a period. */
export const balanceBefore = async (
  db: Queryable,
  side: Side,
  userId: string,
  period: Period,
): Promise<number> =>
  (
    await maybeRow<{ cents: number }>(
      db,
      sql`with ${ownMovements(side, userId)}
        select coalesce(-sum(ledger_entries.amount), 0)::bigint as cents
        from own movements join ledger_entries on ledger_entries.movement_id = movements.id
        where movements.created_at < ${startOf(period)}
          and account = ${side === 'creator' ? 'creator_payable' : 'escrow'}`,
    )
  )?.cents ?? 0

/** Someone who needs a document about a period. */
export interface Party {
  user_id: string
  side: Side
}

/**
 * Returns people whose money moved in a period and who have no document about it: creators for a month, both sides for
 * a year. At most `limit`. Exported so that its plan can be tested.
 */
export const partiesStatement = (period: Period, limit: number): Statement => {
  const kind = period.kind === 'month' ? 'payout_statement' : 'year_summary'
  const of = (side: Side): Statement => sql`
    select distinct ${OWN[side]} as user_id, ${side} as side
    from ledger_movements movements join payments on payments.id = movements.payment_id
      join ledger_entries on ledger_entries.movement_id = movements.id and ${CONCERNS[side]}
    where movements.created_at >= ${startOf(period)} and movements.created_at < ${endOf(period)}
      and not exists (select from documents where party_id = ${OWN[side]} and documents.kind = ${kind}
        and period_start = ${period.from}::date)`
  return period.kind === 'month'
    ? sql`${of('creator')} limit ${limit}`
    : sql`${of('creator')} union all ${of('seller')} limit ${limit}`
}

export const partiesWithout = (db: Queryable, period: Period, limit: number): Promise<Party[]> =>
  rows<Party>(db, partiesStatement(period, limit))

/** Returns when money first moved here; null if it never has. */
export const firstMovement = async (db: Queryable): Promise<Date | null> => {
  const found = await maybeRow<{ at: string | null }>(
    db,
    sql`select min(created_at) as at from ledger_movements`,
  )
  return found?.at == null ? null : new Date(found.at)
}

/** Returns the first days of the periods that are closed. */
export const closedPeriods = async (db: Queryable, kind: Period['kind']): Promise<Set<string>> =>
  new Set(
    (
      await rows<{ starts_on: string }>(
        db,
        sql`select starts_on::text from document_periods where span = ${kind}`,
      )
    ).map(({ starts_on }) => starts_on),
  )

/** Records that every document about a period has been created. */
export const closePeriod = (db: Queryable, period: Period, now: Date): Promise<number> =>
  execute(
    db,
    sql`insert into document_periods (span, starts_on, closed_at) values (${period.kind}, ${period.from}, ${now})
      on conflict do nothing`,
  )

/** The person named on a document about their own money. */
export async function ownParty(
  tx: Tx,
  userId: string,
): Promise<{ name: string; address: string[] }> {
  const { name } = await oneRow<{ name: string }>(
    tx,
    sql`select coalesce(company_name, name) as name from profiles where id = ${userId}`,
  )
  return partyOf(name, await taxProfileOf(tx, userId))
}

/** Whether someone has a document about a period. */
export const hasDocument = async (
  tx: Tx,
  userId: string,
  kind: 'payout_statement' | 'year_summary',
  from: string,
): Promise<boolean> =>
  (await maybeRow(
    tx,
    sql`select 1 from documents where party_id = ${userId} and kind = ${kind} and period_start = ${from}::date`,
  )) !== null

/** Serialises the writers of documents about a person's periods or payouts until the end of the transaction. */
export const lockPartyDocuments = (tx: Tx, userId: string) =>
  execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('documents:' || ${userId}, 0))`)
