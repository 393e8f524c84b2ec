import type { NewShipment } from '#contract/shipping-schemas.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { type ParcelProblem, SHIPPING_LIMITS, type ShipmentStatus } from '#contract/shipping.ts'
import { centsFromUsd } from '#contract/money.ts'
import { DAY_MS } from '#server/clocks/days.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** A product to be shipped, as stored, without its address. */
export interface ShipmentRow {
  id: string
  project_id: string
  status: ShipmentStatus
  product: string
  /** Integer cents. */
  value: number
  days: number | null
  posted: boolean
  carrier: string | null
  number: string | null
  link: string | null
  problem: ParcelProblem | null
  problem_words: string | null
  since: string
  shipped_at: string | null
  received_at: string | null
}

/** Every column of `ShipmentRow`, without the address. */
export const shipmentColumns = raw(
  `shipments.id, shipments.project_id, shipments.status, shipments.product, shipments.value, shipments.days, shipments.posted,
  shipments.carrier, shipments.number, shipments.link, shipments.problem, shipments.problem_words, shipments.since,
  shipments.shipped_at, shipments.received_at`,
)

/** Returns the product of a project, or null. */
export const shipmentOf = (db: Queryable, projectId: string) =>
  maybeRow<ShipmentRow>(
    db,
    sql`select ${shipmentColumns} from shipments where project_id = ${projectId}`,
  )

/** Saves the product that is posted, or added to a running deal; replaces the earlier plan. */
export const savePlan = (
  tx: Tx,
  {
    project_id,
    status,
    since,
    ...plan
  }: NewShipment & Pick<ShipmentRow, 'project_id' | 'since'> & { status: ShipmentStatus },
) =>
  maybeRow<ShipmentRow>(
    tx,
    sql`insert into shipments (project_id, status, product, value, days, posted, since)
      values (${project_id}, ${status}, ${plan.product}, ${centsFromUsd(plan.value)}, ${plan.days},
        ${status === 'planned'}, ${since})
      on conflict on constraint shipments_one_per_project do update
        set product = excluded.product, value = excluded.value, days = excluded.days
        where shipments.status = excluded.status
      returning ${shipmentColumns}`,
  )

/** Copies the product that a listing was posted with into the deal that it split off. */
export const copyPlan = (
  tx: Tx,
  { listingId, projectId }: { listingId: string; projectId: string },
) =>
  execute(
    tx,
    sql`insert into shipments (project_id, status, product, value, days, posted, since)
      select ${projectId}, status, product, value, days, posted, since from shipments where project_id = ${listingId}`,
  )

/** Deletes the product: nothing is sent after all. */
export const deleteShipment = (tx: Tx, id: string) =>
  execute(tx, sql`delete from shipments where id = ${id}`)

/** The people whom an address concerns, and the sealed box that holds it. */
export interface AddressRow {
  id: string
  seller_id: string
  creator_id: string
  sealed: Buffer | null
}

/** States of a project whose deal is over. */
const ENDED: readonly ProjectStatus[] = ['completed', 'cancelled']

/** The condition that all of a deal's money went back to the brand, for a statement that selects from `projects`. */
export const isReturned = raw(`exists (select from payments where payments.project_id = projects.id
  and payments.purpose = 'deal' and payments.status = 'refunded')`)

/**
 * When a deal ended, for a statement that selects from `projects`; null while it runs. A deal that is paid out ends
 * with its project. A deal whose money all went back is over from that moment, though its project stays in progress
 * until its brand cancels it: a refund that came back makes it run again.
 */
const endedAt = raw(`least(
  (select max(ended.at) from events ended where ended.entity = 'project'
    and ended.entity_id = projects.id and ended.to_status in ('completed', 'cancelled')),
  (select max(back.at) from payments join events back on back.entity = 'payment' and back.entity_id = payments.id
      and back.to_status = 'refunded' and back.from_status is distinct from 'refunded'
    where payments.project_id = projects.id and payments.purpose = 'deal' and payments.status = 'refunded'))`)

/** The latest end of a deal whose address is due to be deleted. */
const lastKept = (now: Date): Date => new Date(now.getTime() - SHIPPING_LIMITS.addressDays * DAY_MS)

/** The condition that an address may still be read. A deal that has not ended keeps its address. */
const isKept = (now: Date): Statement =>
  sql`coalesce(${endedAt} > ${lastKept(now)}, not projects.status = any(${ENDED}))`

/**
 * Returns the sealed address of a deal and its two sides; null without a deal or a product. The box is null before the
 * address was given, and from 90 days after the deal's end, whether or not the clock job has run.
 */
export const addressOf = (db: Queryable, projectId: string, now: Date) =>
  maybeRow<AddressRow>(
    db,
    sql`select shipments.id, projects.seller_id, applications.creator_id,
        case when ${isKept(now)} then shipments.sealed_address end as sealed
      from shipments join projects on projects.id = shipments.project_id
      join applications on applications.project_id = projects.id and applications.status = 'accepted'
      where shipments.project_id = ${projectId}`,
  )

/** Deletes the addresses of deals that ended 90 days ago. Returns the number deleted. */
export const forgetAddresses = (db: Queryable, now: Date) =>
  execute(
    db,
    sql`update shipments set sealed_address = null from projects
      where projects.id = shipments.project_id and sealed_address is not null and not ${isKept(now)}`,
  )

/** The condition that someone is one of the two sides of a deal, for a statement that selects from `projects`. */
const isSide = (personId: string): Statement =>
  sql`(projects.seller_id = ${personId} or exists (select from applications
    where applications.project_id = projects.id and applications.status = 'accepted'
      and applications.creator_id = ${personId}))`

/** Deletes every address that someone gave or could read, because their account is closing. */
export const forgetAddressesOf = (tx: Tx, personId: string) =>
  execute(
    tx,
    sql`update shipments set sealed_address = null from projects
      where projects.id = shipments.project_id and sealed_address is not null and ${isSide(personId)}`,
  )
