import { randomUUID } from 'node:crypto'
import { type LicenceTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import { execute, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepTerms } from '#server/licences/terms/terms-store.ts'
import {
  atProvider,
  buildPayableDeal,
  fund,
  type MoneyWorld,
  type PayableDeal,
  type Payer,
  requestPayment,
  sessionOf,
  statusOf,
} from './money.ts'

/** Six months, and three more for $120.00. */
export const PRICED: LicenceTerms = {
  ...STANDARD_TERMS,
  term_months: 6,
  extend_months: 3,
  extend_cents: 12_000,
}

const isReleased = (world: MoneyWorld, id: string) =>
  world.until('released', async () => (await statusOf(world, id)) === 'released')

/** Makes these the terms of a deal's licence, before it is granted. */
export async function stateTerms(world: MoneyWorld, deal: PayableDeal, terms = PRICED) {
  const hash = await inTransaction(world.api.pool, (tx) => keepTerms(tx, terms))
  await execute(
    world.api.pool,
    sql`update applications set licence_terms_hash = ${hash} where id = ${deal.application.id}`,
  )
}

/** A deal whose money was released under these terms. */
export async function licensedDeal(world: MoneyWorld, terms = PRICED): Promise<PayableDeal> {
  const deal = await buildPayableDeal(world)
  await stateTerms(world, deal, terms)
  const own = await fund(world, deal)
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: own } })
  await isReleased(world, own)
  return deal
}

/** The brand accepts the price of the terms. Returns the extension's id. */
export async function takenExtension(world: MoneyWorld, deal: PayableDeal): Promise<string> {
  const made = await world.api.call(deal.seller, 'extensions.make', {
    params: { id: deal.project.id },
    body: { id: randomUUID(), months: 3 },
  })
  if (made.status !== 200) throw new Error(`no extension: ${JSON.stringify(made.body)}`)
  return made.body.extensions[0]?.id ?? ''
}

/** A click on Pay: with a saved card, or to open the provider's page. */
export const payExtension = (
  world: MoneyWorld,
  deal: PayableDeal,
  extensionId: string,
  by: Payer = {},
) => requestPayment(world, deal, { ...by, extensionId })

/** Pays on an open page with a card that works. */
export const payOnPage = (world: MoneyWorld, url: string | null) =>
  atProvider(world, `sessions/${sessionOf(url ?? '')}/pay`, { card_number: '4242424242424242' })

/** Accepted, and paid on the provider's page. Returns the payment's id. */
export async function extendedOnce(world: MoneyWorld, deal: PayableDeal): Promise<string> {
  const page = await payExtension(world, deal, await takenExtension(world, deal))
  await payOnPage(world, page.body.checkout_url)
  await isReleased(world, page.body.id)
  return page.body.id
}
