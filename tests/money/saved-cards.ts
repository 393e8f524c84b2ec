import { keyed } from '#tests/support/keyed.ts'
import { cardSetupRequest, customerRequest } from '#server/providers/stripe/requests.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepCard } from '#server/payment-methods/payment-method-service.ts'
import type { SimDeal, Site } from './deals.ts'
import { SAVED_CARDS, type SavedCardKind } from './steps.ts'

/** Returns our id of the seller's saved card of a kind; saves it on the provider's page the first time. */
export async function savedCardOf(
  world: Site,
  deal: Pick<SimDeal, 'seller' | 'cards'>,
  kind: SavedCardKind,
): Promise<string> {
  const known = deal.cards[kind]
  if (known !== undefined) return known
  const { payments } = world.deps
  const { controls } = world.sandbox
  const customerId = await customerOf(world, deal)
  const { sessionId } = await payments.createCardSetup(
    keyed(cardSetupRequest, {
      customerId,
      successUrl: 'https://brand.example/cards',
      cancelUrl: 'https://brand.example/cards',
      idempotencyKey: `card:${customerId}:${kind}`,
    }),
  )
  controls.pay(sessionId, { card_number: SAVED_CARDS[kind], expiry: '12/34', cvc: '123' })
  controls.authenticate(sessionId, true)
  const card = (await payments.retrieveCheckout(sessionId))?.savedCard
  if (card === undefined) throw new Error(`a ${kind} card could not be saved`)
  await inTransaction(world.pool, (tx) => keepCard(tx, world.deps, customerId, card))
  const { id } = await oneRow<{ id: string }>(
    world.pool,
    sql`select id from customer_payment_methods where stripe_payment_method_id = ${card.paymentMethodId}`,
  )
  deal.cards[kind] = id
  return id
}

async function customerOf(world: Site, { seller }: Pick<SimDeal, 'seller'>): Promise<string> {
  const { id } = await oneRow<{ id: string | null }>(
    world.pool,
    sql`select stripe_customer_id as id from profiles where id = ${seller.id}`,
  )
  if (id !== null) return id
  const { customerId } = await world.deps.payments.createCustomer(
    keyed(customerRequest, {
      email: seller.email,
      name: seller.name,
      userId: seller.id,
      idempotencyKey: `customer:${seller.id}`,
    }),
  )
  await execute(
    world.pool,
    sql`update profiles set stripe_customer_id = ${customerId} where id = ${seller.id}`,
  )
  return customerId
}
