import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentErrors } from '#contract/payments.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { buildProject, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { checkMoney, type MoneyWorld, saveCard, startMoney } from '#tests/support/money.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { builtViewer, twoProcesses } from '#tests/support/two-processes.ts'
import { fundSeveral } from './funding-service.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const WORKS = '4242424242424242'
const REFUSED = '4000000000000341'

/** A listing with hires at these prices in cents. */
async function campaign(...prices: number[]) {
  return campaignOf(await buildSeller(world.api.pool), ...prices)
}

async function campaignOf(seller: BuiltUser, ...prices: number[]) {
  const listing = await buildListing(world.api.pool, { seller, seats: prices.length + 1 })
  const deals: { project_id: string; expected_amount: number }[] = []
  for (const priceCents of prices) {
    const { id } = await buildHire(world.api.pool, { listing, priceCents })
    deals.push({ project_id: id, expected_amount: priceCents / 100 })
  }
  return { listing, deals }
}

const fund = (as: { id: string }, id: string, payment_method_id: string, deals: object[]) =>
  world.api.call(as, 'projects.fund', {
    params: { id },
    body: { payment_method_id, deals } as never,
  })

const chargesFor = (projectIds: readonly string[]) =>
  oneRow<{ payments: number; held: number }>(
    world.api.pool,
    sql`select count(*)::integer as payments, count(*) filter (where status = 'held_in_escrow')::integer as held
      from payments where project_id = any(${projectIds})`,
  )

test('bulk funding is only for the owner of a project that hires several, and only for its deals', async () => {
  const { listing, deals } = await campaign(10_000)
  const { seller } = listing
  const card = await saveCard(world, seller, WORKS)
  const body = { payment_method_id: card, deals }
  await expectHidden(world.api, await buildSeller(world.api.pool), 'projects.fund', {
    params: { id: listing.id },
    body,
  })
  const single = await buildProject(world.api.pool, { seller })
  expectRefusal(await fund(seller, single.id, card, deals), 'project.hires_one')
  const many = Array.from({ length: 21 }, () => ({ project_id: randomUUID(), expected_amount: 1 }))
  expectInvalid(await fund(seller, listing.id, card, many), 'deals')
  // Neither another brand's deal nor one of the same brand's other project.
  for (const other of [await campaign(10_000), await campaignOf(seller, 10_000)]) {
    const { body: answer } = await fund(seller, listing.id, card, other.deals)
    expect(answer.rows).toMatchObject([{ outcome: 'unfunded', checkout_url: null }])
    expect(await chargesFor(other.deals.map((one) => one.project_id))).toEqual({
      payments: 0,
      held: 0,
    })
  }
})

test('each deal has its own charge and outcome, and a repeated request charges no deal twice', async () => {
  const { listing, deals } = await campaign(25_000, 24_000, 30_000)
  const card = await saveCard(world, listing.seller, WORKS)
  const [first, second, third] = deals
  // The price of the second deal is not the one that was shown.
  const shown = [first, { ...second, expected_amount: 1 }, third, first].map((one) => ({ ...one }))
  const { body } = await fund(listing.seller, listing.id, card, shown)
  expect(body.rows.map(({ outcome }) => outcome)).toEqual(['funded', 'unfunded', 'funded'])
  expect(body.rows[1]?.message).toBeTruthy()
  const ids = deals.map((one) => one.project_id)
  expect(await chargesFor(ids)).toEqual({ payments: 2, held: 2 })
  const again = await fund(listing.seller, listing.id, card, deals)
  expect(again.body.rows.map(({ outcome }) => outcome)).toEqual(['funded', 'funded', 'funded'])
  expect(await chargesFor(ids)).toEqual({ payments: 3, held: 3 })
  await checkMoney(world)
})

test('a failing card leaves its deals unfunded with a message, and another card funds them', async () => {
  const { listing, deals } = await campaign(20_000, 21_000)
  const bad = await saveCard(world, listing.seller, REFUSED)
  const good = await saveCard(world, listing.seller, WORKS)
  const { body } = await fund(listing.seller, listing.id, good, deals.slice(0, 1))
  expect(body.rows).toMatchObject([{ outcome: 'funded', message: null }])
  const failed = await fund(listing.seller, listing.id, bad, deals)
  expect(failed.body.rows.map(({ outcome }) => outcome)).toEqual(['funded', 'unfunded'])
  expect(failed.body.rows[1]?.message).toBeTruthy()
  const retried = await fund(listing.seller, listing.id, good, deals)
  expect(retried.body.rows.map(({ outcome }) => outcome)).toEqual(['funded', 'funded'])
  await checkMoney(world)
})

test('a deal whose creator has left without delivering is not charged, and the others are', async () => {
  const { listing, deals } = await campaign(22_000, 23_000)
  const card = await saveCard(world, listing.seller, WORKS)
  await execute(
    world.api.pool,
    sql`update auth.users set deleted_at = now() where id = (select creator_id from applications
      where project_id = ${deals[0]?.project_id ?? ''} and status = 'accepted')`,
  )
  const { body } = await fund(listing.seller, listing.id, card, deals)
  expect(body.rows).toMatchObject([
    { outcome: 'unfunded', message: paymentErrors['payment.creator_left'].message },
    { outcome: 'funded', message: null },
  ])
  expect(await chargesFor(deals.map((one) => one.project_id))).toEqual({ payments: 1, held: 1 })
  await checkMoney(world)
})

test('the same request from two processes at once charges each deal once', async () => {
  const two = twoProcesses(world.api.deps)
  try {
    for (let round = 0; round < 2; round += 1) {
      const { listing, deals } = await campaign(15_000, 16_000)
      const payment_method_id = await saveCard(world, listing.seller, WORKS)
      const seller = builtViewer(listing.seller)
      const wish = { payment_method_id, deals }
      const outcomes = await two.race(
        (deps) => fundSeveral(deps, seller, listing.id, wish),
        (deps) => fundSeveral(deps, seller, listing.id, wish),
        round,
      )
      expect(outcomes).toEqual(['ok', 'ok'])
      const { rows } = (await fund(listing.seller, listing.id, payment_method_id, deals)).body
      expect(rows.map(({ outcome }) => outcome)).toEqual(['funded', 'funded'])
      const ids = deals.map((one) => one.project_id)
      expect(await chargesFor(ids)).toEqual({ payments: 2, held: 2 })
      const charged = Object.values(world.stripe.state.charges).filter(
        ({ status, amount }) => status === 'succeeded' && (amount === 15_000 || amount === 16_000),
      )
      expect(charged).toHaveLength(2 * (round + 1))
    }
    await checkMoney(world)
  } finally {
    await two.close()
  }
})
