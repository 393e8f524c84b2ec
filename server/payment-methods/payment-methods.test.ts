import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import { buildSeller } from '#tests/support/builders.ts'
import { type MoneyWorld, saveCard, startMoney } from '#tests/support/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const VISA = '4242424242424242'
const MASTERCARD = '5555555555554444'

test('creating a customer takes an email, returns its customer_id and stores it on the profile', async () => {
  const seller = await buildSeller(world.api.pool)
  const made = await world.api.call(seller, 'payment_methods.create_customer', {
    body: { email: 'bills@example.com' },
  })
  expect(made.body).toEqual({ customer_id: expect.stringMatching(/^cus_/) })
  expect(world.stripe.state.customers[made.body.customer_id]).toMatchObject({
    email: 'bills@example.com',
  })
  const me = await world.api.call(seller, 'profiles.me')
  expect(me.body.stripe_customer_id).toBe(made.body.customer_id)
})

test('cards are listed newest first with all their fields, and the first one saved is the default', async () => {
  const seller = await buildSeller(world.api.pool)
  const first = await saveCard(world, seller, VISA)
  const second = await saveCard(world, seller, MASTERCARD)
  const { body } = await world.api.call(seller, 'payment_methods.list')
  const me = await world.api.call(seller, 'profiles.me')
  const card = {
    stripe_customer_id: me.body.stripe_customer_id,
    stripe_payment_method_id: expect.stringMatching(/^pm_/),
    payment_method_type: 'card',
    card_exp_month: expect.any(Number),
    card_exp_year: expect.any(Number),
    created_at: expect.any(String),
  }
  expect(body).toEqual([
    { ...card, id: second, is_default: false, card_brand: 'mastercard', card_last4: '4444' },
    { ...card, id: first, is_default: true, card_brand: 'visa', card_last4: '4242' },
  ])
})

test('setting the default card unsets the customer’s others and does not touch another customer’s', async () => {
  const seller = await buildSeller(world.api.pool)
  const other = await buildSeller(world.api.pool)
  const theirs = await saveCard(world, other, VISA)
  await saveCard(world, seller, VISA)
  const chosen = await saveCard(world, seller, MASTERCARD)
  const setDefault = (id: string) =>
    world.api.call(seller, 'payment_methods.set_default', { params: { id } })
  expect((await setDefault(chosen)).body).toMatchObject({ id: chosen, is_default: true })
  const { body } = await world.api.call(seller, 'payment_methods.list')
  expect(body.map(({ is_default }) => is_default)).toEqual([true, false])
  expect((await setDefault(theirs)).status).toBe(404)
  const { is_default } = await oneRow<{ is_default: boolean }>(
    world.api.pool,
    sql`select is_default from customer_payment_methods where id = ${theirs}`,
  )
  expect(is_default).toBe(true)
})

test('a deleted card is gone here and at the provider, and a remaining card becomes the default', async () => {
  const seller = await buildSeller(world.api.pool)
  const first = await saveCard(world, seller, VISA)
  const left = await saveCard(world, seller, MASTERCARD)
  const [, gone] = (await world.api.call(seller, 'payment_methods.list')).body
  expect(gone?.id).toBe(first)
  await world.api.call(seller, 'payment_methods.remove', { params: { id: first } })
  const { body } = await world.api.call(seller, 'payment_methods.list')
  expect(body).toMatchObject([{ id: left, is_default: true }])
  const atProvider = world.stripe.state.payment_methods[gone?.stripe_payment_method_id ?? '']
  expect(atProvider?.customer ?? null).toBeNull()
})

test('without a customer the list is empty, and setting a default or deleting a card is a 404', async () => {
  const seller = await buildSeller(world.api.pool)
  const params = { id: '00000000-0000-4000-8000-000000000000' }
  expect((await world.api.call(seller, 'payment_methods.list')).body).toEqual([])
  for (const key of ['payment_methods.set_default', 'payment_methods.remove'] as const)
    expect((await world.api.call(seller, key, { params })).status).toBe(404)
})
