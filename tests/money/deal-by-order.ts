import { execute, oneRow, sql } from '#server/db/sql.ts'
import { acceptOrder } from '#server/orders/order-answer-service.ts'
import { buildCreator, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { buildOrder } from '#tests/support/packages.ts'
import type { SimDeal, Site } from './deals.ts'
import { savedCardOf } from './saved-cards.ts'
import type { Agreed } from './steps.ts'

/** Of the hours a brand has to fund: a step of the clock can end an order that no one paid. */
const HOURS_LEFT = 20

interface OrderedDeal {
  seller: BuiltUser
  creator: BuiltUser
  project: { id: string }
  application: { id: string; project_id: string; creator_id: string; status: string }
  cards: SimDeal['cards']
}

/**
 * A running deal at `price` cents from an order that its creator accepted through the product itself. By a card: the
 * acceptance has begun its charge, which is a job of the run.
 */
export async function dealByOrder(
  world: Site,
  price: number,
  agreed: Extract<Agreed, `ordered${string}`>,
): Promise<OrderedDeal> {
  const { pool, deps } = world
  const seller = await buildSeller(pool)
  const creator = await buildCreator(pool, { payoutReady: true })
  const { id, project_id: projectId } = await buildOrder(pool, { seller, creator })
  const cards: SimDeal['cards'] = {}
  const card =
    agreed === 'ordered_by_card' ? await savedCardOf(world, { seller, cards }, 'good') : null
  await execute(
    pool,
    sql`update package_orders set price = ${price}, payment_method_id = ${card} where id = ${id}`,
  )
  const { role, email, name } = creator
  const viewer = { id: creator.id, role, email, name, sessionId: id, aal: 'aal2' } as const
  await acceptOrder({ ...deps, pool }, viewer, id, deps.clock())
  await execute(
    pool,
    sql`update package_orders set fund_by = now() + make_interval(hours => ${HOURS_LEFT}) where id = ${id}`,
  )
  const application = await oneRow<OrderedDeal['application']>(
    pool,
    sql`select id, project_id, creator_id, status from applications where project_id = ${projectId}`,
  )
  return { seller, creator, project: { id: projectId }, application, cards }
}
