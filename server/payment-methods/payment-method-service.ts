import type { PaymentMethod } from '#contract/payment-schemas.ts'
import { randomUUID } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import { createAccountMarks } from '#server/account-marks/account-marks.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import { listPage } from '#server/db/list-pages.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { callOnce } from '#server/payments/ledger/provider-calls.ts'
import {
  isCustomerGone,
  noLongerRefused,
  refusalOf,
  reportRefusal,
} from '#server/payments/ledger/provider-refusals.ts'
import { PaymentProviderError } from '#server/providers/stripe/provider-failure.ts'
import { forgetCustomer } from './forget-customer.ts'
import type { CheckoutState, SavedCard } from '#server/providers/stripe/provider-objects.ts'
import { cardSetupRequest, customerRequest } from '#server/providers/stripe/requests.ts'

const columns = raw(
  `id, stripe_customer_id, stripe_payment_method_id, payment_method_type, is_default, card_brand, card_last4,
  card_exp_month, card_exp_year, created_at`,
)

const customerOf = (db: Queryable, userId: string) =>
  maybeRow<{ stripe_customer_id: string | null }>(
    db,
    sql`select stripe_customer_id from profiles where id = ${userId}`,
  )

/**
 * Returns the seller's customer at the provider, which is created on first use, and only once despite repeated clicks
 * and lost responses.
 */
export async function ensureCustomer(
  deps: Deps,
  viewer: Viewer,
  email = viewer.email,
): Promise<string> {
  const known = (await customerOf(deps.pool, viewer.id))?.stripe_customer_id
  if (known != null) return known
  try {
    const request = customerRequest({ email, name: viewer.name, userId: viewer.id })
    let made = ''
    await callOnce(
      deps,
      {
        purpose: 'customer',
        subject: viewer.id,
        request,
        // A click that checked before the first one's customer was stored must not create a second one.
        isDone: async (tx) => (await customerOf(tx, viewer.id))?.stripe_customer_id != null,
      },
      async (call) => {
        made = (await deps.payments.createCustomer(call)).customerId
        return made
      },
      async (tx, customerId) => {
        await execute(
          tx,
          sql`update profiles set stripe_customer_id = ${customerId}
            where id = ${viewer.id} and stripe_customer_id is null`,
        )
      },
    )
    return (await customerOf(deps.pool, viewer.id))?.stripe_customer_id ?? made
  } catch (error) {
    throw error instanceof AppError ? error : refusalOf(error, 'payment')
  }
}

/**
 * Opens the provider's page that saves a card. Each click gets its own page. A customer the provider has lost is
 * replaced.
 */
export async function startCardSetup(deps: Deps, viewer: Viewer): Promise<{ setup_url: string }> {
  const customerId = await ensureCustomer(deps, viewer)
  try {
    return await openSetupPage(deps, viewer, customerId)
  } catch (error) {
    const gone = error instanceof PaymentProviderError && isCustomerGone(error)
    if (!gone) throw await refused(deps, viewer, error)
  }
  await inTransaction(deps.pool, (tx) => forgetCustomer(tx, viewer.id, customerId))
  const made = await ensureCustomer(deps, viewer)
  return openSetupPage(deps, viewer, made).catch(async (error: unknown) => {
    throw await refused(deps, viewer, error)
  })
}

async function openSetupPage(
  deps: Deps,
  viewer: Viewer,
  customerId: string,
): Promise<{ setup_url: string }> {
  const { publicUrl } = deps.config
  const page = await deps.payments.createCardSetup({
    request: cardSetupRequest({
      customerId,
      successUrl: publicUrl + paths.cardReturn('saved'),
      cancelUrl: publicUrl + paths.cardReturn('cancelled'),
    }),
    // Never retried except by the SDK itself, which resends the same request.
    idempotencyKey: `card-setup:${viewer.id}:${randomUUID()}`,
  })
  await noLongerRefused(deps.pool, `card_setup:${viewer.id}`)
  return { setup_url: page.url }
}

async function refused(deps: Deps, viewer: Viewer, error: unknown): Promise<AppError> {
  if (error instanceof AppError) return error
  await reportRefusal(error, deps.pool, deps, {
    name: `card_setup:${viewer.id}`,
    paymentId: null,
  })
  return refusalOf(error, 'payment')
}

/** Records a card that was saved on the provider's page. A customer's first card is the default. */
export async function saveCard(tx: Tx, deps: Deps, session: CheckoutState): Promise<void> {
  const card = session.savedCard
  const customerId = session.customerId
  if (card === undefined || customerId === null) return
  await keepCard(tx, deps, customerId, card)
}

/** Records a card that the provider has for one of our customers; a known one stays unchanged. */
export async function keepCard(
  tx: Tx,
  deps: Deps,
  customerId: string,
  card: SavedCard,
): Promise<void> {
  await lockCustomer(tx, customerId)
  const added = await execute(
    tx,
    sql`insert into customer_payment_methods (stripe_customer_id, stripe_payment_method_id, card_brand, card_last4,
        card_exp_month, card_exp_year, is_default)
      select ${customerId}, ${card.paymentMethodId}, ${card.brand}, ${card.last4}, ${card.expMonth}, ${card.expYear},
        not exists (select 1 from customer_payment_methods where stripe_customer_id = ${customerId} and is_default)
      where exists (select 1 from profiles where stripe_customer_id = ${customerId})
      on conflict (stripe_payment_method_id) do nothing`,
  )
  if (added === 0 || card.fingerprint === null) return
  const { id } = await oneRow<{ id: string }>(
    tx,
    sql`select id from profiles where stripe_customer_id = ${customerId}`,
  )
  const seen = [{ kind: 'card' as const, value: card.fingerprint }]
  await createAccountMarks(deps.config.keys).note(tx, id, seen, deps.clock())
}

/** SPEC §7: the seller's saved cards, newest first; none while there is no customer. */
export const paymentMethods = (deps: Deps, viewer: Viewer): Promise<PaymentMethod[]> =>
  rows<PaymentMethod>(
    deps.pool,
    sql`select ${columns} from customer_payment_methods
      where stripe_customer_id = (select stripe_customer_id from profiles where id = ${viewer.id})
      order by created_at desc, id desc limit ${listPage}`,
  )

/** SPEC §4: clears the flag on all of the customer's cards, then sets it on the chosen one. */
export async function setDefaultMethod(
  deps: Deps,
  viewer: Viewer,
  id: string,
): Promise<PaymentMethod> {
  return inTransaction(deps.pool, async (tx) => {
    const customerId = await ownCustomer(tx, viewer)
    await lockCustomer(tx, customerId)
    await execute(
      tx,
      sql`update customer_payment_methods set is_default = false
        where stripe_customer_id = ${customerId} and is_default and id <> ${id}`,
    )
    const chosen = await maybeRow<PaymentMethod>(
      tx,
      sql`update customer_payment_methods set is_default = true
        where stripe_customer_id = ${customerId} and id = ${id} returning ${columns}`,
    )
    return foundOr404(chosen)
  })
}

/** Deletes a card at the provider, then here. If it was the default, the newest remaining card becomes the default. */
export async function removeMethod(
  deps: Deps,
  viewer: Viewer,
  id: string,
): Promise<{ removed: true }> {
  const customerId = await ownCustomer(deps.pool, viewer)
  const method = foundOr404(
    await maybeRow<PaymentMethod>(
      deps.pool,
      sql`select ${columns} from customer_payment_methods
        where id = ${id} and stripe_customer_id = ${customerId}`,
    ),
  )
  await deps.payments.detachCard(method.stripe_payment_method_id).catch((error: unknown) => {
    throw refusalOf(error, 'payment')
  })
  await inTransaction(deps.pool, async (tx) => {
    await lockCustomer(tx, customerId)
    await execute(tx, sql`delete from customer_payment_methods where id = ${id}`)
    await execute(
      tx,
      sql`update customer_payment_methods set is_default = true
        where id = (select id from customer_payment_methods where stripe_customer_id = ${customerId}
            order by created_at desc, id desc limit 1)
          and not exists (select 1 from customer_payment_methods where stripe_customer_id = ${customerId} and is_default)`,
    )
  })
  return { removed: true }
}

/**
 * The job: deletes every card the provider has for a customer whose account was deleted, including cards we never heard
 * of. Idempotent. Throws while the provider is unreachable: the queue retries.
 */
export async function forgetCards(deps: Deps, customerId: string): Promise<void> {
  for (const { paymentMethodId } of await deps.payments.listCards(customerId))
    await deps.payments.detachCard(paymentMethodId)
}

async function ownCustomer(db: Queryable, viewer: Viewer): Promise<string> {
  const customer = (await customerOf(db, viewer.id))?.stripe_customer_id
  return foundOr404(customer)
}

/** Serializes changes to one customer's cards, so that "exactly one default" holds at every commit. */
const lockCustomer = (tx: Tx, customerId: string) =>
  rows(tx, sql`select 1 from profiles where stripe_customer_id = ${customerId} for update`)
