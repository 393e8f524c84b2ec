import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { openDispute } from '#server/disputes/dispute-service.ts'
import { refundPayment } from '#server/payments/refund/payment-refund.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import {
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  startMoney,
} from '#tests/support/money.ts'
import { answerAmendment } from './amendment-answer-service.ts'
import { propose } from './amendment-service.ts'
import { builtViewer, type TwoProcesses, twoProcesses } from '#tests/support/two-processes.ts'

/** Agreeing on a lower price in one process, while another moves or freezes the same money. */

let world: MoneyWorld
let processes: TwoProcesses
beforeAll(async () => {
  world = await startMoney()
  processes = twoProcesses(world.api.deps)
})
afterAll(async () => {
  await processes.close()
  await world.close()
})

const ROUNDS = 4

/** Held money, and a lower price that the brand proposes. */
async function proposed() {
  const deal = await buildPayableDeal(world)
  const payment = await fund(world, deal)
  const amendment = randomUUID()
  const [seller, creator] = [builtViewer(deal.seller), builtViewer(deal.creator)]
  const input = {
    id: amendment,
    deliver_by: null,
    price: 500,
    rounds: null,
    brief: null,
    note: null,
    hours: 72,
  }
  await propose(world.api.deps, seller, deal.project.id, input, new Date())
  return { payment, amendment, seller, creator }
}
type Proposed = Awaited<ReturnType<typeof proposed>>

const accept =
  ({ amendment, creator }: Proposed) =>
  (deps: Deps) =>
    answerAmendment(deps, creator, amendment, 'accept', new Date())

interface Outcome {
  status: string
  price: number
  agreed: number
  back: number
  sent: number
}
/** The state once nothing moves: what is agreed, and what the provider did, in cents. */
async function outcomeOf({ payment: id }: Proposed): Promise<Outcome> {
  const read = () =>
    oneRow<{
      moving: string | null
      charge: string
      status: string
      price: number
      agreed: number
    }>(
      world.api.pool,
      sql`select moving, stripe_charge_id as charge, payments.status, proposed_price as price, agreed_refund as agreed
        from payments join applications on applications.id = application_id where payments.id = ${id}`,
    )
  await world.until('quiet', async () => (await read()).moving === null)
  const { charge, status, price, agreed } = await read()
  const { refunds, transfers } = world.stripe.state
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
  return {
    status,
    price,
    agreed,
    back: sum(
      Object.values(refunds)
        .filter((row) => row.charge === charge)
        .map(({ amount }) => amount),
    ),
    sent: sum(
      Object.values(transfers)
        .filter((row) => row.transfer_group === `payment_${id}`)
        .map(({ amount }) => amount),
    ),
  }
}

const LOWERED = { price: 50_000, agreed: 4_000 }
const AS_BEFORE = { price: 54_000, agreed: 0 }
const HELD = { status: 'held_in_escrow', back: 0, sent: 0 }

test('two clicks on Accept refund the difference once, and both succeed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await proposed()
    expect(await processes.race(accept(deal), accept(deal), round)).toEqual(['ok', 'ok'])
    expect(await outcomeOf(deal)).toEqual({ ...HELD, ...LOWERED, back: 4_000 })
  }
  await checkMoney(world)
})

test('a release concurrent with accept: the old share and no refund, or the difference refunded first', async () => {
  const released = { ...AS_BEFORE, status: 'released', back: 0, sent: 45_900 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await proposed()
    const outcomes = await processes.race(
      (deps) => releasePayment(deps, deal.seller, deal.payment),
      accept(deal),
      round,
    )
    expect([
      { outcomes: ['ok', 'amendment.money_leaves'], ...released },
      { outcomes: ['ok', 'amendment.deal_over'], ...released },
      { outcomes: ['ok', 'amendment.answered'], ...released },
      { outcomes: ['payment.moving', 'ok'], ...HELD, ...LOWERED, back: 4_000 },
      // The click came a moment after the difference had gone back.
      { outcomes: ['ok', 'ok'], ...LOWERED, status: 'released', back: 4_000, sent: 42_500 },
    ]).toContainEqual({ outcomes, ...(await outcomeOf(deal)) })
  }
  await checkMoney(world)
})

test('a full refund concurrent with accept: everything or only the difference is refunded, nothing twice', async () => {
  const returned = { ...AS_BEFORE, status: 'refunded', back: 54_000, sent: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await proposed()
    const outcomes = await processes.race(
      (deps) => refundPayment(deps, deal.creator, deal.payment),
      accept(deal),
      round,
    )
    expect([
      { outcomes: ['ok', 'amendment.money_leaves'], ...returned },
      { outcomes: ['ok', 'amendment.deal_over'], ...returned },
      { outcomes: ['payment.moving', 'ok'], ...HELD, ...LOWERED, back: 4_000 },
      // The difference went back first, and the rest after it.
      { outcomes: ['ok', 'ok'], ...returned, ...LOWERED },
    ]).toContainEqual({ outcomes, ...(await outcomeOf(deal)) })
  }
  await checkMoney(world)
})

test('a dispute concurrent with accept: accept is refused as frozen, or the difference is refunded', async () => {
  const stated = { reason: 'not_as_agreed', statement: 'The second clip is missing.' } as const
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await proposed()
    const outcomes = await processes.race(
      (deps) => openDispute(deps, deal.seller, deal.payment, stated, new Date()),
      accept(deal),
      round,
    )
    expect([
      { outcomes: ['ok', 'amendment.frozen'], ...HELD, ...AS_BEFORE },
      { outcomes: ['payment.moving', 'ok'], ...HELD, ...LOWERED, back: 4_000 },
      { outcomes: ['ok', 'ok'], ...HELD, ...LOWERED, back: 4_000 },
    ]).toContainEqual({ outcomes, ...(await outcomeOf(deal)) })
  }
  await checkMoney(world)
})
