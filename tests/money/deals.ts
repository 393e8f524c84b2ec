import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { type FeeTerms, splitPrice } from '#contract/money.ts'
import { payoutAccountRequest } from '#server/providers/stripe/requests.ts'
import { keyed } from '#tests/support/keyed.ts'
import { execute, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepTerms } from '#server/licences/terms/terms-store.ts'
import { PRICED } from '#tests/support/extensions.ts'
import { buildDeal, buildDeliverable, type BuiltUser } from '#tests/support/builders.ts'
import { dealByOffer } from './deal-by-offer.ts'
import { dealByOrder } from './deal-by-order.ts'
import type { Agreed, DealPlan, SavedCardKind } from './steps.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { SilentSandbox } from '#sandbox/stripe/server.ts'

/** A running deal whose creator can be paid, with work to approve. Amounts in cents. */
export interface SimDeal {
  seller: BuiltUser
  creator: BuiltUser
  projectId: string
  applicationId: string
  deliverableId: string
  accountId: string
  /** Accounts that it replaced: money sent to them earlier stays there. */
  formerAccounts: string[]
  /** The amount now agreed for the deal's own payment; the amount charged is this plus `agreedBack`. */
  price: number
  /** The amount that both sides have agreed to return since the money was held. */
  agreedBack: number
  /**
   * The amounts that both sides agreed to add to held money, in cents by amendment: `price` does not include them, and
   * an unpaid one does not count.
   */
  added: Map<string, number>
  /** Its agreed terms. */
  terms: FeeTerms
  creatorShare: number
  /** Our ids of the seller's saved cards, if any. */
  cards: Partial<Record<SavedCardKind, string>>
}

/** What a deal is built on: the product's database and provider, and the provider's controls. */
export interface Site {
  readonly pool: Deps['pool']
  readonly deps: Deps
  readonly sandbox: Pick<SilentSandbox, 'controls'>
}

async function runningDeal(world: Site, price: number, agreed: Agreed) {
  if (agreed === 'ordered' || agreed === 'ordered_by_card') return dealByOrder(world, price, agreed)
  const deal =
    agreed === 'applied'
      ? await buildDeal(world.pool, { priceCents: price })
      : await dealByOffer(world, price, agreed)
  return { ...deal, cards: {} }
}

/**
 * Builds a deal at `price` cents, agreed as `agreed` says, on the given terms or the current ones; only the creator's account exists at the
 * provider.
 */
export async function buildSimDeal(
  world: Site,
  price: number,
  { terms = DEFAULT_FEE_TERMS, agreed = 'applied' }: Partial<DealPlan> = {},
): Promise<SimDeal> {
  return payableDeal(world, await runningDeal(world, price, agreed), price, terms)
}

/**
 * A licence with an end, whose terms name the price of more months. The agreed terms are frozen, so this bypasses their
 * guard.
 */
async function stateLicence({ pool }: Site, applicationId: string): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const hash = await keepTerms(tx, PRICED)
    await execute(tx, sql`set local session_replication_role = 'replica'`)
    await execute(
      tx,
      sql`update applications set licence_terms_hash = ${hash} where id = ${applicationId}`,
    )
  })
}

/** Gives a running deal what its money needs: work to approve, and its creator's account at the provider. */
export async function payableDeal(
  world: Site,
  { seller, creator, project, application, cards }: Awaited<ReturnType<typeof runningDeal>>,
  price: number,
  terms: FeeTerms,
): Promise<SimDeal> {
  const deliverable = await buildDeliverable(world.pool, {
    application: { ...application, creator },
  })
  const { accountId } = await world.deps.payments.createPayoutAccount(
    keyed(payoutAccountRequest, {
      userId: creator.id,
      country: 'US',
      email: creator.email,
      name: creator.name,
    }),
  )
  world.sandbox.controls.finishOnboarding(accountId, 'complete')
  await execute(
    world.pool,
    sql`update stripe_accounts set stripe_account_id = ${accountId} where user_id = ${creator.id}`,
  )
  await stateLicence(world, application.id)
  return {
    seller,
    creator,
    projectId: project.id,
    applicationId: application.id,
    deliverableId: deliverable.id,
    accountId,
    formerAccounts: [],
    price,
    agreedBack: 0,
    added: new Map(),
    terms,
    creatorShare: splitPrice(price, terms).creatorCents,
    cards,
  }
}
