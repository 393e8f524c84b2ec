import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  ledgerText,
  type MoneyWorld,
  startFunding,
  startMoney,
} from '#tests/support/money.ts'
import { applyEvent } from './payment-events.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

/** Every order of some items. */
function ordersOf<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

const EVENTS = [
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
]

/** Orders are tried on this many payments side by side. */
const SIDE_BY_SIDE = 6

test('all 720 orders of the six events of one payment, each told twice, end in one ledger', async () => {
  const stages = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, setStage))
  const orders = ordersOf(EVENTS)
  expect(orders).toHaveLength(720)
  const waiting = orders.entries()
  const endings = new Set<string>()
  await Promise.all(
    stages.map(async (stage) => {
      for (const [round, order] of waiting) {
        await startOver(stage.id)
        await tell(stage, order, round)
        endings.add(await endingOf(stage))
      }
    }),
  )
  expect([...endings]).toEqual([
    [
      'refunded lost',
      'chargeback chargebacks          54000',
      'chargeback chargebacks         -54000',
      'chargeback escrow               54000',
      'chargeback provider_clearing   -54000',
      'hold      escrow              -54000',
      'hold      provider_clearing    54000',
      'provider_fee provider_clearing    -1500',
      'provider_fee provider_fees         1500',
    ].join('\n'),
  ])
  await checkMoney(world)
}, 60_000)

/** A payment whose six events happened and were not delivered, and what tells them. */
interface Stage {
  id: string
  /** Our words for each event, by its type. */
  news: Record<string, object>
  deps: Deps
}

async function setStage(): Promise<Stage> {
  const deal = await buildPayableDeal(world)
  const { deps } = world.api
  const { id, sessionId } = await startFunding(world, deal)
  // Nothing is delivered by itself: this test is the messenger.
  world.stripe.setWebhookUrl(null)
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const disputeId = world.stripe.controls.openDispute(charge?.id ?? '') ?? ''
  await atProvider(world, `disputes/${disputeId}/close`, { outcome: 'lost' })
  const happened = Object.values(world.stripe.state.events).map(({ event }) => event.type)
  expect(happened).toEqual(expect.arrayContaining(EVENTS))

  // The provider's answers do not change any more, so they are asked once and not thousands of times.
  const { payments } = deps
  const session = await payments.retrieveCheckout(sessionId)
  const paymentIntentId = session?.paymentIntentId ?? ''
  const paid = await payments.retrievePayment(paymentIntentId)
  const dispute = await payments.retrieveDispute(disputeId)
  const disputed = { kind: 'dispute_changed', disputeId }
  return {
    id,
    news: {
      'charge.succeeded': { kind: 'charge_succeeded', chargeId: charge?.id },
      'payment_intent.succeeded': { kind: 'payment_succeeded', paymentIntentId },
      'checkout.session.completed': { kind: 'checkout_completed', sessionId },
      'charge.dispute.created': disputed,
      'charge.dispute.funds_withdrawn': disputed,
      'charge.dispute.closed': disputed,
    },
    deps: {
      ...deps,
      payments: {
        ...payments,
        retrieveCheckout: () => Promise.resolve(session),
        retrievePayment: () => Promise.resolve(paid),
        retrieveDispute: () => Promise.resolve(dispute),
      },
    },
  }
}

/** Delivers the events in an order, each twice: at its turn, and all once more at the end. */
async function tell(stage: Stage, order: string[], round: number): Promise<void> {
  const told = order.map((type) => `${type}:${stage.id}:${round}`)
  await execute(
    world.api.pool,
    sql`insert into webhook_events (event_id, type, payload)
      select * from unnest(${told}::text[], ${order}::text[],
        ${order.map((type) => JSON.stringify(stage.news[type]))}::jsonb[])`,
  )
  for (const eventId of [...told, ...told]) await applyEvent(stage.deps, eventId)
}

/** Status and ledger; which event came first decides what is booked first, so the lines are sorted. */
async function endingOf({ id }: Stage): Promise<string> {
  const [row] = await rows<{ status: string; dispute_outcome: string }>(
    world.api.pool,
    sql`select status, dispute_outcome from payments where id = ${id}`,
  )
  const lines = (await ledgerText(world, id)).split('\n').toSorted()
  return [`${row?.status} ${row?.dispute_outcome}`, ...lines].join('\n')
}

/** The payment as it was when its page had just been opened. The ledger's own guards are lifted for that only. */
const startOver = (id: string) =>
  world.api.pool.query(
    `begin;
    set local session_replication_role = 'replica';
    delete from ledger_entries where payment_id = '${id}';
    delete from ledger_movements where payment_id = '${id}';
    update payments set status = 'pending', stripe_charge_id = null, stripe_payment_intent_id = null,
      disputed = false, dispute_id = null, dispute_outcome = null, funded_at = null, refunded_at = null
      where id = '${id}';
    commit;`,
  )
