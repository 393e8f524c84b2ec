import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { expectHidden } from '#tests/support/refusals.ts'
import { type MoneyWorld, startMoney } from '#tests/support/money.ts'
import { type AccessCase, accessMatrix } from './access-matrix.ts'
import { type AccessWorld, type Actor, ACTORS, buildAccessWorld } from './access-world.ts'

let money: MoneyWorld
/** For calls that change nothing: reads, and what is refused. */
let shared: AccessWorld

beforeAll(async () => {
  money = await startMoney()
  shared = await buildAccessWorld(money.api.pool)
})
afterAll(() => money.close())

/** Calls that reach the provider need it to know what the world's rows name. */
async function tellProvider(world: AccessWorld, key: RouteKey, actor: Actor): Promise<void> {
  const { api } = money
  if (actor !== 'anonymous' && key.startsWith('payouts.')) {
    await api.pool.query('delete from stripe_accounts where user_id = $1', [world.people[actor].id])
    if (key === 'payouts.refresh') await api.call(world.people[actor], 'payouts.onboard')
  }
  if (key === 'payments.create' || key.startsWith('payment_methods.')) {
    await api.pool.query('delete from customer_payment_methods where id = $1', [
      world.paymentMethod.id,
    ])
    await api.pool.query('update profiles set stripe_customer_id = null where id = $1', [
      world.people.owner.id,
    ])
  }
  if (key === 'payment_methods.set_default' || key === 'payment_methods.remove') {
    world.paymentMethod = await saveCard(world)
  }
}

async function saveCard(world: AccessWorld): Promise<{ id: string }> {
  const { owner } = world.people
  const setup = await money.api.call(owner, 'payment_methods.setup')
  const session = setup.body.setup_url.split('/').at(-1) ?? ''
  money.stripe.controls.pay(session, {
    card_number: '4242424242424242',
    expiry: '12/34',
    cvc: '123',
  })
  const saved: { id: string }[] = []
  await money.until('the card to be saved', async () => {
    saved.push(...(await money.api.call(owner, 'payment_methods.list')).body)
    return saved.length > 0
  })
  return { id: saved[0]?.id ?? '' }
}

async function checkCase(key: RouteKey, one: AccessCase, actor: Actor): Promise<void> {
  const expected = one.expect[actor]
  const changes = expected === 200 && routeParts(key).method !== 'GET'
  const world = changes ? await buildAccessWorld(money.api.pool) : shared
  if (changes) await tellProvider(world, key, actor)
  const as = actor === 'anonymous' ? null : world.people[actor]
  const input = one.input?.(world) ?? {}
  const reply = await money.api.call(as, key, input)
  expect({ actor, status: reply.status, body: reply.body }).toMatchObject({
    actor,
    status: expected,
  })
  if (expected === 404) await expectHidden(money.api, as, key, input)
}

describe('who may call what', () => {
  test('every call of the contract is served, and none is served that has no line in the table', () => {
    const served = [...money.api.routes.registered().keys()]
    expect(served.toSorted()).toEqual(Object.keys(routes).toSorted())
    expect(served.filter((key) => accessMatrix[key] === undefined)).toEqual([])
  })

  for (const [key, cases] of Object.entries(accessMatrix) as [RouteKey, AccessCase[]][]) {
    for (const one of cases) {
      test(`${key}: ${one.about}`, async () => {
        for (const actor of ACTORS) await checkCase(key, one, actor)
      })
    }
  }
})
