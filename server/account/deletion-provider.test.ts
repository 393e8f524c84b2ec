import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { startCardSetup } from '#server/payment-methods/payment-method-service.ts'
import { startOnboarding } from '#server/payouts/payout-service.ts'
import { buildCreator, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import { type Call, duringDeletionOf } from '#tests/support/during-deletion.ts'
import { type MoneyWorld, startMoney } from '#tests/support/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

/** What is created at the provider under a person’s name. */
const CREATED: Record<string, () => Promise<[BuiltUser, Call]>> = {
  'a payout account': async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    return [creator, () => world.api.call(creator, 'payouts.onboard')]
  },
  'a customer': async () => {
    const seller = await buildSeller(world.api.pool)
    return [seller, () => world.api.call(seller, 'payment_methods.setup')]
  },
}

test.each(Object.entries(CREATED))(
  '%s is not created for someone whose account is being deleted',
  async (_, prepare) => {
    const [person, create] = await prepare()
    const { accounts, customers } = world.stripe.state
    const before = [Object.keys(accounts), Object.keys(customers)]
    expect(await duringDeletionOf(world.api, person, create)).toMatchObject({
      status: 401,
      body: { code: 'request.unauthenticated' },
    })
    expect([Object.keys(accounts), Object.keys(customers)]).toEqual(before)
    const calls = sql`select count(*)::int as count from provider_calls where subject = ${person.id}`
    expect(await oneRow(world.api.pool, calls)).toEqual({ count: 0 })
  },
)

/** The provider, whose answer about a new object arrives after an account was deleted. */
function answeringLate(person: BuiltUser): Deps {
  const { payments, ...deps } = world.api.deps
  const late =
    <Asked, Made>(create: (asked: Asked) => Promise<Made>) =>
    async (asked: Asked) => {
      const made = await create(asked)
      await deleteAccount(world.api, person)
      return made
    }
  return {
    ...deps,
    payments: {
      ...payments,
      createCustomer: late(payments.createCustomer),
      createPayoutAccount: late(payments.createPayoutAccount),
    },
  }
}

test('an object whose creation is answered after the account was deleted is not kept', async () => {
  const creator = await buildCreator(world.api.pool, { payoutReady: false })
  const seller = await buildSeller(world.api.pool)
  const gone = { code: 'request.unauthenticated' }
  const viewerOf = (person: BuiltUser) => ({
    ...person,
    sessionId: person.id,
    aal: 'aal1' as const,
  })
  await expect(startOnboarding(answeringLate(creator), viewerOf(creator))).rejects.toMatchObject(
    gone,
  )
  await expect(startCardSetup(answeringLate(seller), viewerOf(seller))).rejects.toMatchObject(gone)
  const kept = sql`select (select count(*)::int from stripe_accounts where user_id = ${creator.id}) as accounts,
    (select stripe_customer_id from profiles where id = ${seller.id}) as customer,
    (select count(*)::int from provider_calls where subject in (${creator.id}, ${seller.id})) as calls`
  expect(await oneRow(world.api.pool, kept)).toEqual({ accounts: 0, customer: null, calls: 0 })
})
