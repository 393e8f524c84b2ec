import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { acceptOrder } from '#server/orders/order-answer-service.ts'
import { buildCreator, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { buildOrder } from '#tests/support/packages.ts'
import type { SimDeal, Site } from './deals.ts'
import { savedCardOf } from './saved-cards.ts'
import type { Agreed } from './steps.ts'
import { viewerOf } from './viewers.ts'

/** Part of the hours a brand has to fund: a step of the clock can end an order that no one paid. */
const HOURS_LEFT = 20

interface OrderedDeal {
  seller: BuiltUser
  creator: BuiltUser
  project: { id: string }
  application: { id: string; project_id: string; creator_id: string; status: string }
  cards: SimDeal['cards']
}

/** An order at `price` cents that waits for its creator; with a card, its acceptance charges that card. */
export async function placedOrder(
  world: Site,
  price: number,
  card: (deal: Pick<SimDeal, 'seller' | 'cards'>) => Promise<string | null>,
) {
  const { pool } = world
  const seller = await buildSeller(pool)
  const creator = await buildCreator(pool, { payoutReady: true })
  const { id: orderId, project_id: projectId } = await buildOrder(pool, { seller, creator })
  const cards: SimDeal['cards'] = {}
  const method = await card({ seller, cards })
  await execute(
    pool,
    sql`update package_orders set price = ${price}, payment_method_id = ${method} where id = ${orderId}`,
  )
  return { seller, creator, orderId, projectId, cards }
}

/** The accepted application of an order's project; null before its acceptance. */
export const applicationOfOrder = (world: Pick<Site, 'pool'>, projectId: string) =>
  maybeRow<OrderedDeal['application']>(
    world.pool,
    sql`select id, project_id, creator_id, status from applications where project_id = ${projectId}`,
  )

/**
 * A running deal at `price` cents from an order that its creator accepted through the product itself. With a card, the
 * acceptance has begun its charge, which is a job of the run.
 */
export async function dealByOrder(
  world: Site,
  price: number,
  agreed: Extract<Agreed, `ordered${string}`>,
): Promise<OrderedDeal> {
  const { pool, deps } = world
  const order = await placedOrder(world, price, (deal) =>
    agreed === 'ordered_by_card' ? savedCardOf(world, deal, 'good') : Promise.resolve(null),
  )
  const { orderId: id, projectId, seller, creator, cards } = order
  await acceptOrder({ ...deps, pool }, viewerOf(creator.id, 'creator'), id, deps.clock())
  await execute(
    pool,
    sql`update package_orders set fund_by = now() + make_interval(hours => ${HOURS_LEFT}) where id = ${id}`,
  )
  const application = await applicationOfOrder(world, projectId)
  if (application === null) throw new Error('an accepted order has no application')
  return { seller, creator, project: { id: projectId }, application, cards }
}
