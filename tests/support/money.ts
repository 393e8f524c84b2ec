import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { rows, sql } from '#server/db/sql.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { webhookRoutes } from '#server/payments/webhook/webhook-routes.ts'
import { startStripeSandbox, type StripeSandbox } from '#sandbox/stripe/server.ts'
import { expect } from 'vitest'
import { startApi, type TestApi, type TestApiOptions } from './api.ts'
import { buildDeal, buildDispute, type BuiltUser } from './builders.ts'

const SECRETS = { secretKey: 'sk_test_money', webhookSecret: 'whsec_money' }

/** The domain API with its own payment sandbox that reports to it, and with its queue being worked. */
export interface MoneyWorld {
  api: TestApi
  stripe: StripeSandbox
  /** Resolves once `holds` is true. Throws after ten seconds and says what was awaited. */
  until(what: string, holds: () => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

/** A world whose market can end before its provider does. */
export interface LeftWorld extends MoneyWorld {
  /** Ends only the market. Every money check is run again. */
  leave(): Promise<void>
}

/** Starts all of it on free ports, on a fresh database unless one is given. */
export async function startMoney(
  on: Pick<TestApiOptions, 'database' | 'config'> = {},
): Promise<LeftWorld> {
  const stripe = await startStripeSandbox({ port: 0, ...SECRETS })
  const settings = { apiBase: stripe.url, ...SECRETS }
  const api = await startApi({
    ...on,
    payments: createStripeProvider(settings),
    config: { ...on.config, stripe: settings },
  })
  await webhookRoutes(api.app, api.deps)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  receiveEvents({ api, stripe })
  const jobs = await startJobs(api.deps.pool, paymentTasks(api.deps), api.deps.log)
  const leave = async () => {
    await jobs.stop()
    const broken = await brokenMoneyChecks(api.pool)
    await api.close()
    expect(broken, 'money checks').toEqual([])
  }
  return {
    api,
    stripe,
    until,
    leave,
    async close() {
      try {
        await leave()
      } finally {
        await stripe.close()
      }
    },
  }
}

/** Lets the provider's events arrive, as they do from the start; `stripe.setWebhookUrl(null)` loses them. */
export function receiveEvents({ api, stripe }: Pick<MoneyWorld, 'api' | 'stripe'>): void {
  stripe.setWebhookUrl(`${api.app.listeningOrigin}/webhooks/stripe`)
}

/** Who clicks on Pay, if it is not the seller; and the saved card, if one is named. */
export interface Payer {
  as?: BuiltUser
  card?: string | undefined
}

/** What is paid instead of the deal itself. */
interface Beside {
  amendmentId?: string
  extensionId?: string
}

/** A click on Pay: with a saved card where one is named, else on the provider's page. */
export const requestPayment = (
  { api }: MoneyWorld,
  { seller, project, application }: PayableDeal,
  { as = seller, card, amendmentId, extensionId }: Payer & Beside,
) =>
  api.call(as, 'payments.create', {
    body: {
      project_id: project.id,
      application_id: application.id,
      amendment_id: amendmentId,
      extension_id: extensionId,
      payment_method_id: card,
    },
  })

/** Requests the payment of a deal as the seller: with a saved card where one is named, else on the provider's page. */
export const createPayment = (world: MoneyWorld, deal: PayableDeal, card?: string) =>
  requestPayment(world, deal, { card })

/** Pays what an agreed amendment adds: with a saved card, or on a page. */
export const payExtra = (
  world: MoneyWorld,
  deal: PayableDeal,
  amendmentId: string,
  by: Payer = {},
) => requestPayment(world, deal, { ...by, amendmentId })

/** A deal whose creator can be paid: onboarded at the sandbox and accepted at `priceCents`. */
export async function buildPayableDeal(world: MoneyWorld, priceCents = 54_000) {
  const deal = await buildDeal(world.api.pool, { priceCents })
  return { ...deal, accountId: await onboard(world, deal.creator) }
}

/** Onboards a creator at the sandbox; returns their account's id. */
export async function onboard(world: MoneyWorld, creator: BuiltUser): Promise<string> {
  await world.api.pool.query('delete from stripe_accounts where user_id = $1', [creator.id])
  await world.api.call(creator, 'payouts.onboard')
  const { rows: found } = await world.api.pool.query<{ id: string }>(
    'select stripe_account_id as id from stripe_accounts where user_id = $1',
    [creator.id],
  )
  await atProvider(world, `accounts/${found[0]?.id}/onboarding`, { outcome: 'complete' })
  await world.api.call(creator, 'payouts.refresh')
  return found[0]?.id ?? ''
}

export type PayableDeal = Awaited<ReturnType<typeof buildPayableDeal>>

/** Does by request what a person does on the sandbox's pages; the sandbox then reports it as an event. */
export async function atProvider(
  world: MoneyWorld,
  path: string,
  body: object = {},
): Promise<void> {
  const done = await fetch(`${world.stripe.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(done.status, path).toBe(200)
}

/** Starts funding the deal; returns the payment's id and the provider's session. */
export async function startFunding(world: MoneyWorld, deal: PayableDeal) {
  const started = await createPayment(world, deal)
  expect(started.status).toBe(200)
  const checkoutUrl = started.body.checkout_url ?? ''
  return { id: started.body.id, sessionId: sessionOf(checkoutUrl), checkoutUrl }
}

/** The session that a hosted page's address ends with. */
export const sessionOf = (url: string): string => url.split('/').at(-1) ?? ''

/** Saves a card for a seller on the provider's page; returns our id for it. */
export async function saveCard(
  world: MoneyWorld,
  seller: { id: string },
  cardNumber: string,
): Promise<string> {
  const known = (await world.api.call(seller, 'payment_methods.list')).body.map(({ id }) => id)
  const { setup_url } = (await world.api.call(seller, 'payment_methods.setup')).body
  await atProvider(world, `sessions/${sessionOf(setup_url)}/pay`, { card_number: cardNumber })
  // Some banks require the holder's confirmation even for saving a card.
  if (world.stripe.state.checkout_sessions[sessionOf(setup_url)]?.session.status === 'open')
    await atProvider(world, `sessions/${sessionOf(setup_url)}/authenticate`, { succeeds: true })
  let saved: string | undefined
  await world.until('the card to be saved', async () => {
    const list = (await world.api.call(seller, 'payment_methods.list')).body
    saved = list.find(({ id }) => !known.includes(id))?.id
    return saved !== undefined
  })
  return saved ?? ''
}

/** Funds the deal by card and waits until the money is held. Returns the payment's id. */
export async function fund(world: MoneyWorld, deal: PayableDeal): Promise<string> {
  const { id, sessionId } = await startFunding(world, deal)
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  await world.until(
    'the payment to be held',
    async () => (await statusOf(world, id)) === 'held_in_escrow',
  )
  return id
}

/** A dispute that the seller opened about held money, with its deal and payment; the creator has answered, so it waits for a decision. */
export async function answeredDispute(world: MoneyWorld, priceCents = 54_000) {
  const deal = await buildPayableDeal(world, priceCents)
  const paymentId = await fund(world, deal)
  const { id } = await buildDispute(world.api.pool, {
    payment: { id: paymentId },
    openedBy: deal.seller,
  })
  await world.api.call(deal.creator, 'disputes.state', {
    params: { id },
    body: { statement: 'All three are there.' },
  })
  return { deal, paymentId, id }
}

/** Has the card's bank dispute a payment's charge and waits until we know of it; returns the dispute's id. */
export async function openBankDispute(world: MoneyWorld, paymentId: string): Promise<string> {
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${paymentId}`,
  )
  const opened = world.stripe.controls.openDispute(charge?.id ?? '') ?? ''
  await world.until('the dispute', async () => {
    const [row] = await rows<{ dispute_id: string | null }>(
      world.api.pool,
      sql`select dispute_id from payments where id = ${paymentId}`,
    )
    return row?.dispute_id === opened
  })
  return opened
}

/** Fails with the broken promises, if any: runs at the end of every test that moves money. */
export async function checkMoney(world: MoneyWorld): Promise<void> {
  expect(await brokenMoneyChecks(world.api.pool), 'money checks').toEqual([])
}

export async function statusOf(world: MoneyWorld, paymentId: string): Promise<string> {
  const [row] = await rows<{ status: string }>(
    world.api.pool,
    sql`select status from payments where id = ${paymentId}`,
  )
  return row?.status ?? 'none'
}

/** Returns whether a payment's job of that name has failed and is waiting to be retried. */
export async function failedOnce(
  world: MoneyWorld,
  task: string,
  paymentId: string,
): Promise<boolean> {
  const failed = await rows(
    world.api.pool,
    sql`select 1 from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = ${task} and jobs.payload->>'payment_id' = ${paymentId}
        and jobs.last_error is not null and jobs.locked_at is null`,
  )
  return failed.length > 0
}

/** Resolves once a payment's job of that name has failed. */
export const triedOnce = (world: MoneyWorld, task: string, paymentId: string): Promise<void> =>
  world.until(`${task} to fail once`, () => failedOnce(world, task, paymentId))

/**
 * Resolves once a charge that its job still retries has failed for good. Makes the job due each time: a run under way
 * reschedules it once more.
 */
export const chargeFailed = (world: MoneyWorld, paymentId: string): Promise<void> =>
  world.until('the charge to fail', async () => {
    await world.api.pool.query('update graphile_worker._private_jobs set run_at = now()')
    return (await statusOf(world, paymentId)) === 'failed'
  })

/** The ledger of a payment as text, one entry per line: what a reviewer reads and a test compares. */
export async function ledgerText(world: MoneyWorld, paymentId: string): Promise<string> {
  const entries = await rows<{ kind: string; account: string; amount: number }>(
    world.api.pool,
    sql`select kind, account, amount from ledger_entries
      join ledger_movements on ledger_movements.id = movement_id
      where ledger_entries.payment_id = ${paymentId} order by ledger_entries.id`,
  )
  return entries
    .map(
      ({ kind, account, amount }) =>
        `${kind.padEnd(Math.max(10, kind.length + 1))}${account.padEnd(18)}${String(amount).padStart(8)}`,
    )
    .join('\n')
}

/** The time for the provider's news to take effect, on a busy machine. */
const PATIENCE_MS = 300_000

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`waited ${PATIENCE_MS / 1_000} s for ${what}`)
}
