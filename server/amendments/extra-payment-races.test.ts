import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { openDispute } from '#server/disputes/dispute-service.ts'
import { fundApplication } from '#server/payments/fund/payment-fund.ts'
import { refundPayment } from '#server/payments/refund/payment-refund.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  sessionOf,
  startMoney,
} from '#tests/support/money.ts'
import { lapseAmendment } from '#server/amendments/record/amendment-moves.ts'
import { answerAmendment } from './amendment-answer-service.ts'
import { propose } from './amendment-service.ts'
import { callOff } from './call-off-service.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { builtViewer, type TwoProcesses, twoProcesses } from '#tests/support/two-processes.ts'

/** Paying for a higher price in one process, while another moves or freezes the deal's money. */

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
/** Held money, and a higher price that the creator proposes. */
async function proposed() {
  const deal = await buildPayableDeal(world)
  const own = await fund(world, deal)
  const amendment = randomUUID()
  const [seller, creator] = [builtViewer(deal.seller), builtViewer(deal.creator)]
  const input = {
    id: amendment,
    deliver_by: null,
    price: 600,
    rounds: null,
    brief: null,
    note: null,
    hours: 72,
  }
  await propose(world.api.deps, creator, deal.project.id, input, new Date())
  const ids = { project_id: deal.project.id, application_id: deal.application.id }
  return { own, amendment, seller, creator, wish: { ...ids, amendment_id: amendment } }
}
type Proposed = Awaited<ReturnType<typeof proposed>>
const accept =
  ({ amendment, seller }: Proposed) =>
  (deps: Deps) =>
    answerAmendment(deps, seller, amendment, 'accept', new Date())

/** The same, agreed, with an open checkout page. */
async function opened() {
  const deal = await proposed()
  await accept(deal)(processes.deps[0])
  const { id, checkout_url: url } = await fundApplication(processes.deps[0], deal.seller, deal.wish)
  return { ...deal, extra: id, session: sessionOf(url ?? '') }
}
type Opened = Awaited<ReturnType<typeof opened>>
const pay =
  ({ session }: Opened) =>
  () =>
    atProvider(world, `sessions/${session}/pay`, { card_number: '4242424242424242' })

/**
 * The state once nothing moves and what was paid is held or refunded: both payments, the amendment, the agreed price.
 */
async function settled({ own, extra, amendment }: Opened) {
  const read = () =>
    oneRow<{ own: string; extra: string; moving: number; amendment: string; price: number }>(
      world.api.pool,
      sql`select own.status as own, extra.status as extra, amendments.status as amendment, proposed_price as price,
          (own.moving is not null)::int + (extra.moving is not null)::int as moving
        from payments own join payments extra on extra.id = ${extra}
        join applications on applications.id = own.application_id
        join amendments on amendments.id = ${amendment} where own.id = ${own}`,
    )
  await world.until('quiet', async () => {
    const { moving, extra: status } = await read()
    return moving === 0 && status !== 'pending' && (status !== 'failed' || back(extra) === 6_000)
  })
  const { moving: _, ...now } = await read()
  return now
}
/** How much of a payment's charges was refunded, in cents. */
function back(id: string): number {
  const { charges, refunds } = world.stripe.state
  const own = Object.values(charges).filter((row) => row.transfer_group === `payment_${id}`)
  return Object.values(refunds)
    .filter(({ charge }) => own.some((made) => made.id === charge))
    .reduce((all, { amount }) => all + amount, 0)
}

const COUNTS = { amendment: 'accepted', price: 60_000 }
const HAS_ENDED = { amendment: 'closed', price: 54_000 }

test('two clicks on Accept and two on Pay create one payment and one checkout page', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await proposed()
    expect(await processes.race(accept(deal), accept(deal), round)).toEqual(['ok', 'ok'])
    const pages: (string | null)[] = []
    const click = async (deps: Deps) => {
      pages.push((await fundApplication(deps, deal.seller, deal.wish)).checkout_url)
    }
    expect(await processes.race(click, click, round)).toEqual(['ok', 'ok'])
    expect(new Set(pages).size).toBe(1)
    const made = await rows(
      world.api.pool,
      sql`select 1 from payments where amendment_id = ${deal.amendment}`,
    )
    expect(made).toHaveLength(1)
  }
})

test('a release concurrent with the extra payment: both are released, or the extra is refunded', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await opened()
    const outcomes = await processes.race(
      pay(deal),
      (deps) => releasePayment(deps, deal.seller, deal.own),
      round,
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    expect([
      { own: 'released', extra: 'released', ...COUNTS },
      { own: 'released', extra: 'failed', ...HAS_ENDED },
    ]).toContainEqual(await settled(deal))
  }
})

test('a full refund concurrent with the extra payment: both payments are refunded in full', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await opened()
    const outcomes = await processes.race(
      pay(deal),
      (deps) => refundPayment(deps, deal.creator, deal.own),
      round,
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    expect([
      { own: 'refunded', extra: 'refunded', ...COUNTS },
      { own: 'refunded', extra: 'failed', ...HAS_ENDED },
    ]).toContainEqual(await settled(deal))
    expect([back(deal.own), back(deal.extra)]).toEqual([54_000, 6_000])
  }
})

test('a dispute concurrent with the extra payment: both are frozen, or the extra is refunded', async () => {
  const stated = { reason: 'not_as_agreed', statement: 'The second clip is missing.' } as const
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await opened()
    await processes.race(
      pay(deal),
      (deps) => openDispute(deps, deal.seller, deal.own, stated, new Date()),
      round,
    )
    const now = await settled(deal)
    expect([
      { own: 'held_in_escrow', extra: 'held_in_escrow', ...COUNTS },
      { own: 'held_in_escrow', extra: 'failed', amendment: 'unpaid', price: 54_000 },
    ]).toContainEqual(now)
    const frozen = await rows(
      world.api.pool,
      sql`select 1 from payments where id in (${deal.own}, ${deal.extra}) and deal_dispute_id is not null`,
    )
    expect(frozen).toHaveLength(now.extra === 'held_in_escrow' ? 2 : 1)
  }
})

test('calling off concurrently with the extra payment: the change takes effect, or any payment is refunded', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await opened()
    // The checkout page may be expired before the card is sent to it.
    const paying = () => pay(deal)().catch(() => null)
    const [, called] = await processes.race(
      paying,
      (deps) => callOff(deps, deal.seller, deal.amendment, new Date()),
      round,
    )
    const counts = called !== 'ok'
    const now = () =>
      oneRow<{ extra: string; amendment: string; price: number }>(
        world.api.pool,
        sql`select payments.status as extra, amendments.status as amendment, proposed_price as price
          from payments join amendments on amendments.id = amendment_id
          join applications on applications.id = payments.application_id where payments.id = ${deal.extra}`,
      )
    await world.until('quiet', async () => (await now()).extra !== 'pending')
    expect(counts ? ['amendment.answered', 'amendment.being_paid'] : ['ok']).toContain(called)
    expect(await now()).toEqual(
      counts
        ? { extra: 'held_in_escrow', ...COUNTS }
        : { extra: 'failed', amendment: 'called_off', price: 54_000 },
    )
    const { charges } = world.stripe.state
    const paid = Object.values(charges).some(
      (row) => row.transfer_group === `payment_${deal.extra}`,
    )
    await world.until('its return', async () => counts || !paid || back(deal.extra) === 6_000)
  }
})

const off =
  ({ amendment, ...deal }: Proposed, by: 'seller' | 'creator' = 'creator') =>
  (deps: Deps) =>
    callOff(deps, deal[by], amendment, new Date())

test.each([
  ['both sides', 'seller'],
  ['two clicks of one side', 'creator'],
] as const)(
  '%s calling off a change concurrently record it once, and both succeed',
  async (_, other) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const deal = await proposed()
      await accept(deal)(world.api.deps)
      expect(await processes.race(off(deal), off(deal, other), round)).toEqual(['ok', 'ok'])
      const recorded = await rows(
        world.api.pool,
        sql`select 1 from events where entity_id = ${deal.amendment} and move = 'call_off'`,
      )
      expect(recorded).toHaveLength(1)
    }
  },
)

test('calling off concurrently with a click on Pay: the change is called off, or its payment is pending', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await proposed()
    await accept(deal)(world.api.deps)
    const pays = (deps: Deps) => fundApplication(deps, deal.seller, deal.wish)
    const outcome = await processes.race(off(deal), pays, round)
    expect([
      ['ok', 'amendment.answered'],
      ['amendment.being_paid', 'ok'],
      // The checkout page was open before the other side looked. It was expired first, which is what the brand sees.
      ['ok', 'ok'],
    ]).toContainEqual(outcome)
    const after = await rows<{ amendment: string; extra: string | null }>(
      world.api.pool,
      sql`select amendments.status as amendment, payments.status as extra from amendments
        left join payments on payments.amendment_id = amendments.id where amendments.id = ${deal.amendment}`,
    )
    const isOff = { amendment: 'called_off', extra: outcome[1] === 'ok' ? 'failed' : null }
    expect(after).toEqual([outcome[0] === 'ok' ? isOff : { amendment: 'unpaid', extra: 'pending' }])
  }
})

test('lapsing concurrently with the extra payment: the change takes effect, or the payment is refunded', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const deal = await opened()
    await processes.race(
      pay(deal),
      (deps) =>
        inTransaction(deps.pool, (tx) =>
          lapseAmendment(tx, deal.amendment, new Date(Date.now() + 100 * 3_600_000)),
        ),
      round,
    )
    expect([
      { own: 'held_in_escrow', extra: 'held_in_escrow', ...COUNTS },
      { own: 'held_in_escrow', extra: 'failed', amendment: 'lapsed', price: 54_000 },
    ]).toContainEqual(await settled(deal))
  }
  await world.until('the books', async () => {
    const open = await rows(
      world.api.pool,
      sql`select 1 from turned_away_charges where returned_at is null`,
    )
    return open.length === 0
  })
  await checkMoney(world)
})
