import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator } from '#tests/support/builders.ts'
import { type MoneyWorld, startMoney } from '#tests/support/money.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

test('a refresh without an account says that one must be connected first', async () => {
  const creator = await buildCreator(world.api.pool, { payoutReady: false })
  expect((await world.api.call(creator, 'payouts.account')).body).toBeNull()
  const refused = await world.api.call(creator, 'payouts.refresh')
  expect(expectRefusal(refused, 'payout.no_account')).toMatchObject({
    status: 404,
    message: "Please create a Stripe account first by clicking 'Connect Stripe Account'",
  })
})

test('connecting answers a page to continue on and leaves one account that is not complete yet', async () => {
  const creator = await buildCreator(world.api.pool, { payoutReady: false })
  for (let clicks = 0; clicks < 2; clicks += 1) {
    const { body } = await world.api.call(creator, 'payouts.onboard')
    expect(body.onboarding_url).toMatch(/^http/)
  }
  const { body } = await world.api.call(creator, 'payouts.account')
  expect(body).toMatchObject({ user_id: creator.id, onboarding_complete: false })
  expect((await world.api.call(creator, 'payouts.refresh')).body).toEqual(body)
})
