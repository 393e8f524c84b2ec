import type { PoolClient, QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  ledgerText,
  type MoneyWorld,
  startFunding,
  startMoney,
} from '#tests/support/money.ts'
import { applyEvent } from './provider-events.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

/** Every permutation of some items. */
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

test('all 720 orders of one payment’s six events, each delivered twice, end in one ledger', async () => {
  const orders = ordersOf(EVENTS)
  expect(orders).toHaveLength(720)
  // One payment for each event that may come first; they run in parallel.
  const stages = await Promise.all(EVENTS.map(setStage))
  const endings: Ending[] = []
  await Promise.all(
    stages.map(async (stage, n) => {
      const begun = orders.filter(([first]) => first === EVENTS[n])
      try {
        await stage.client.query('begin')
        await goOn(stage, begun, [], endings)
      } finally {
        await stage.client.query('rollback')
        stage.client.release()
      }
    }),
  )
  expect(endings.map(({ order }) => order.join()).toSorted()).toEqual(
    orders.map((order) => order.join()).toSorted(),
  )
  expect([...new Set(endings.map(({ text }) => text))]).toEqual([
    [
      'refunded, dispute lost: create hold dispute_lost; 0 sent back',
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
  // A few seconds on an idle machine; ten times that on a busy one.
})

/** The result of an order: status and ledger as text. */
interface Ending {
  order: string[]
  text: string
}

/**
 * Delivers each order's next event, and the ones after it. Orders with a common beginning share it: a savepoint stores
 * that state, so it runs once and each ending starts from it.
 */
async function goOn(
  stage: Stage,
  orders: string[][],
  told: string[],
  endings: Ending[],
): Promise<void> {
  if (told.length === EVENTS.length) {
    for (const type of told) await applyEvent(stage.deps, eventId(stage, type))
    const text = await endingOf(stage)
    if (!endings.some((other) => other.text === text)) await checkMoney(stage.world)
    endings.push({ order: told, text })
    return
  }
  for (const type of EVENTS) {
    const onward = orders.filter((order) => order[told.length] === type)
    if (onward.length === 0) continue
    await stage.client.query('savepoint common')
    await applyEvent(stage.deps, eventId(stage, type))
    await goOn(stage, onward, [...told, type], endings)
    await stage.client.query('rollback to savepoint common; release savepoint common')
  }
}

const eventId = (stage: { id: string }, type: string) => `${type}:${stage.id}`

/** A payment whose six events happened but were not delivered, and their deliveries. */
interface Stage {
  id: string
  /** The single connection on which all of it runs; it never commits. */
  client: PoolClient
  deps: Deps
  /** The world as seen on that connection. */
  world: MoneyWorld
}

async function setStage(): Promise<Stage> {
  const deal = await buildPayableDeal(world)
  const { deps } = world.api
  const { id, sessionId } = await startFunding(world, deal)
  // Nothing is delivered automatically: this test delivers the events.
  world.stripe.setWebhookUrl(null)
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const disputeId = world.stripe.controls.openDispute(charge?.id ?? '') ?? ''
  await atProvider(world, `disputes/${disputeId}/close`, { outcome: 'lost' })
  const happened = Object.values(world.stripe.state.events).map(({ event }) => event.type)
  expect(happened).toEqual(expect.arrayContaining(EVENTS))

  // The provider's responses no longer change, so they are fetched once and not thousands of times.
  const { payments } = deps
  const session = await payments.retrieveCheckout(sessionId)
  const paymentIntentId = session?.paymentIntentId ?? ''
  const paid = await payments.retrievePayment(paymentIntentId)
  const dispute = await payments.retrieveDispute(disputeId)
  const metadata = paid?.metadata ?? {}
  const disputed = { kind: 'dispute_changed', disputeId, chargeId: charge?.id, paymentIntentId }
  const news: Record<string, object> = {
    'charge.succeeded': {
      kind: 'charge_succeeded',
      chargeId: charge?.id,
      transferGroup: charge?.transfer_group,
    },
    'payment_intent.succeeded': { kind: 'payment_succeeded', paymentIntentId, metadata },
    'checkout.session.completed': {
      kind: 'checkout_completed',
      mode: 'payment',
      sessionId,
      metadata,
    },
    'charge.dispute.created': disputed,
    'charge.dispute.funds_withdrawn': disputed,
    'charge.dispute.closed': disputed,
  }
  await execute(
    deps.pool,
    sql`insert into webhook_events (event_id, type, payload)
      select * from unnest(${EVENTS.map((type) => eventId({ id }, type))}::text[], ${EVENTS}::text[],
        ${EVENTS.map((type) => JSON.stringify(news[type]))}::jsonb[])`,
  )
  const client = await deps.pool.connect()
  const pool = poolInside(client)
  return {
    id,
    client,
    world: { ...world, api: { ...world.api, pool } },
    deps: {
      ...deps,
      pool,
      payments: {
        ...payments,
        retrieveCheckout: () => Promise.resolve(session),
        retrievePayment: () => Promise.resolve(paid),
        retrieveDispute: () => Promise.resolve(dispute),
      },
    },
  }
}

/**
 * Status, notices, returned second payments, and the ledger; the first event decides the booking order, so the lines
 * are sorted.
 */
async function endingOf({ id, client, world: seen }: Stage): Promise<string> {
  const [row] = await rows<Record<string, string>>(
    client,
    sql`select status, dispute_outcome,
        (select string_agg(move, ' ' order by id) from events where entity_id = payments.id) as moves,
        (select count(*) from graphile_worker._private_jobs where key like 'duplicate:%') as sent_back
      from payments where id = ${id}`,
  )
  const lines = (await ledgerText(seen, id)).split('\n').toSorted()
  const { status, dispute_outcome: dispute, moves, sent_back: back } = row ?? {}
  return [`${status}, dispute ${dispute}: ${moves}; ${back} sent back`, ...lines].join('\n')
}

/** What a nested transaction runs instead; what a commit would check is checked. */
const NESTED = new Map<unknown, string>([
  ['begin', 'savepoint work'],
  ['commit', 'set constraints all immediate; set constraints all deferred; release savepoint work'],
  ['rollback', 'rollback to savepoint work; release savepoint work'],
])

/** A pool of one connection with an open transaction: transactions started on it become parts of that transaction. */
function poolInside(client: PoolClient): Pool {
  const query = (statement: QueryConfig) => client.query(NESTED.get(statement) ?? statement)
  const part = { query, release: () => undefined }
  return { query, connect: () => Promise.resolve(part) } as unknown as Pool
}
