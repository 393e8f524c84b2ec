import type { OrderStatus } from '#contract/package-orders.ts'
import type { PackageTerms } from '#contract/packages.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { notApart } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

/** An order as stored. All prices, including those within `terms`, are integer cents. */
export interface OrderRow {
  id: string
  package_id: string | null
  project_id: string
  seller_id: string
  creator_id: string
  terms: PackageTerms
  add_ons: string[]
  price: number
  days: number
  words: string
  links: string[]
  question: string | null
  payment_method_id: string | null
  status: OrderStatus
  created_at: string
  answer_by: string
  answered_at: string | null
  fund_by: string | null
}

export type OrderWithPeople = OrderRow & { seller: PersonCard; creator: PersonCard }

export const orderColumns = raw(
  `package_orders.id, package_orders.package_id, package_orders.project_id, package_orders.seller_id,
  package_orders.creator_id, package_orders.terms, package_orders.add_ons, package_orders.price, package_orders.days,
  package_orders.words, package_orders.links, package_orders.question, package_orders.payment_method_id,
  package_orders.status, package_orders.created_at, package_orders.answer_by, package_orders.answered_at,
  package_orders.fund_by`,
)

const withPeople = sql`select ${orderColumns}, ${personCardOf('seller')} as seller, ${personCardOf('creator')} as creator
  from package_orders join profiles seller on seller.id = package_orders.seller_id
  join profiles creator on creator.id = package_orders.creator_id`

export const orderWithPeople = (db: Queryable, id: string) =>
  maybeRow<OrderWithPeople>(db, sql`${withPeople} where package_orders.id = ${id}`)

/** The condition that the two sides of an order are not apart. */
const inReach = notApart(raw('package_orders.seller_id'), raw('package_orders.creator_id'))

/** The number of orders that a list names. A creator with more waiting orders answers these first. */
const LISTED = raw('50')

/** Orders that are waiting for an answer, for either side, the first to lapse first. */
export const waitingOrdersOf = (db: Queryable, userId: string) =>
  rows<OrderWithPeople>(
    db,
    sql`${withPeople} where package_orders.status = 'waiting' and ${inReach}
        and (package_orders.creator_id = ${userId} or package_orders.seller_id = ${userId})
      order by package_orders.answer_by, package_orders.id limit ${LISTED}`,
  )

export const waitingProjectsOf = (tx: Tx, creatorId: string) =>
  rows<{ project_id: string }>(
    tx,
    sql`select project_id from package_orders where creator_id = ${creatorId} and status = 'waiting' order by project_id`,
  )

/** Projects of waiting orders, for either side, except those in `but`. */
export const otherWaitingProjectsOf = (tx: Tx, userId: string, but: readonly string[]) =>
  rows<{ project_id: string }>(
    tx,
    sql`select project_id from package_orders
      where (creator_id = ${userId} or seller_id = ${userId}) and status = 'waiting' and project_id <> all(${but})`,
  )

export const orderById = (db: Queryable, id: string) =>
  maybeRow<OrderRow>(db, sql`select ${orderColumns} from package_orders where id = ${id}`)

export type NewOrderRow = Omit<OrderRow, 'status' | 'answered_at' | 'fund_by'>

export const insertOrder = (tx: Tx, order: NewOrderRow) =>
  oneRow<OrderRow>(
    tx,
    sql`insert into package_orders (id, package_id, project_id, seller_id, creator_id, terms, add_ons, price, days,
        words, links, question, payment_method_id, created_at, answer_by)
      values (${order.id}, ${order.package_id}, ${order.project_id}, ${order.seller_id}, ${order.creator_id},
        ${JSON.stringify(order.terms)}::jsonb, ${order.add_ons}, ${order.price}, ${order.days}, ${order.words},
        ${order.links}, ${order.question}, ${order.payment_method_id}, ${order.created_at}, ${order.answer_by})
      returning ${orderColumns}`,
  )
