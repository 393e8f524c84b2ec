import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import { minimumAddedWords, minimumPriceWords } from '#contract/minimum-price.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Reply } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { licensedDeal, PRICED } from '#tests/support/extensions.ts'
import { buildPayableDeal, fund, type MoneyWorld, startMoney } from '#tests/support/money.ts'
import { buildPackage, orderInput, packageInput } from '#tests/support/packages.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

/**
 * A minimum above what the provider keeps of a charge applies to everything that names a new price, and to no existing
 * price.
 */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterEach(() => configure(null))
afterAll(() => world.close())

const LEAST = 5_00
function configure(cents: number | null) {
  world.api.deps.config.minimumPriceCents = cents
}
const db = () => world.api.pool

function expectBelow(reply: Reply<unknown>, field: string, sentence = minimumPriceWords(LEAST)) {
  const { fields } = expectRefusal(reply, 'price.below_minimum')
  expect(fields).toEqual({ [field]: sentence })
}

const project = (changes: object = {}) => ({
  title: 'Three unboxing reels',
  category: 'home' as const,
  description: 'Vertical, 20 to 40 seconds.',
  budget: 600,
  deadline: '2999-01-31',
  status: 'active' as const,
  ...changes,
})
const offer = (price: number) => ({ id: randomUUID(), price, deliver_by: '2999-02-01', rounds: 1 })

/** A call that names a price in USD, in a form that can be repeated, and the field that names it. */
const named: Record<string, { field: string; ask: (usd: number) => Promise<Reply<unknown>> }> = {
  'a budget': {
    field: 'budget',
    ask: async (budget) =>
      world.api.call(await buildSeller(db()), 'projects.create', { body: project({ budget }) }),
  },
  'a total budget': {
    field: 'budget_total',
    ask: async (budget_total) =>
      world.api.call(await buildSeller(db()), 'projects.create', {
        body: project({ seats: 3, budget_total }),
      }),
  },
  'the price of more months in a stated licence': {
    field: 'licence',
    ask: async (usd) =>
      world.api.call(await buildSeller(db()), 'projects.create', {
        body: project({
          licence: {
            ...STANDARD_TERMS,
            term_months: 6,
            extend_months: 3,
            extend_cents: Math.round(usd * 100),
          },
        }),
      }),
  },
  'another budget': {
    field: 'budget',
    async ask(budget) {
      const { id, seller } = await buildProject(db())
      return world.api.call(seller, 'projects.update', { params: { id }, body: { budget } })
    },
  },
  'a proposed price': {
    field: 'proposed_price',
    async ask(usd) {
      const { id } = await buildProject(db())
      return world.api.call(await buildCreator(db()), 'applications.submit', {
        params: { id },
        body: { message: 'I film in a kitchen.', proposed_price: usd },
      })
    },
  },
  'an offer': {
    field: 'price',
    async ask(price) {
      const posted = await buildProject(db())
      const { id } = await buildApplication(db(), { project: posted })
      return world.api.call(posted.seller, 'offers.make', { params: { id }, body: offer(price) })
    },
  },
  'a package': {
    field: 'price',
    ask: async (price) =>
      world.api.call(await buildCreator(db()), 'packages.create', {
        body: packageInput({ price }),
      }),
  },
  'a changed package': {
    field: 'price',
    async ask(price) {
      const creator = await buildCreator(db())
      const { id } = await buildPackage(db(), { creator })
      return world.api.call(creator, 'packages.update', {
        params: { id },
        body: packageInput({ price }),
      })
    },
  },
  'a lower price of a deal': {
    field: 'price',
    async ask(price) {
      const deal = await buildDeal(db())
      return world.api.call(deal.creator, 'amendments.propose', {
        params: { id: deal.project.id },
        body: { id: randomUUID(), price },
      })
    },
  },
  'a lower price of held money': {
    field: 'price',
    async ask(price) {
      const deal = await buildPayableDeal(world)
      await fund(world, deal)
      return world.api.call(deal.seller, 'amendments.propose', {
        params: { id: deal.project.id },
        body: { id: randomUUID(), price },
      })
    },
  },
  'the price of an extension': {
    field: 'price',
    async ask(price) {
      const deal = await licensedDeal(world)
      return world.api.call(deal.creator, 'extensions.make', {
        params: { id: deal.project.id },
        body: { id: randomUUID(), months: 3, price },
      })
    },
  },
}

describe.each(Object.entries(named))('%s', (_, { field, ask }) => {
  test('is refused below the configured minimum and accepted at it', async () => {
    configure(LEAST)
    expectBelow(await ask(4.99), field)
    expect((await ask(5)).status).toBe(200)
  })

  test('is accepted at $1, the specification’s limit, when no minimum is configured', async () => {
    expect((await ask(1)).status).toBe(200)
  })
})

test('an order of an older package is held to the minimum, add-ons included', async () => {
  const creator = await buildCreator(db())
  const { id } = await buildPackage(db(), { creator })
  const order = async (price: number, add_ons: string[] = []) =>
    world.api.call(await buildSeller(db()), 'package_orders.place', {
      params: { id },
      body: orderInput({ price, add_ons }),
    })
  configure(200_00)
  expectBelow(await order(180), 'price', minimumPriceWords(200_00))
  expect((await order(220, ['raw'])).status).toBe(200)
})

describe('an amendment that adds to held money', () => {
  async function held() {
    const deal = await buildPayableDeal(world)
    await fund(world, deal)
    return (price: number, more: object = {}) =>
      world.api.call(deal.seller, 'amendments.propose', {
        params: { id: deal.project.id },
        body: { id: randomUUID(), price, ...more },
      })
  }

  test.each([{}, { rounds: 3 }])('must add at least the minimum: %o', async (more) => {
    configure(LEAST)
    const ask = await held()
    expectBelow(await ask(544.99, more), 'price', minimumAddedWords(LEAST))
    expect((await ask(545, more)).status).toBe(200)
  })

  test('must add at least the minimum, too, if the money was held after it was proposed', async () => {
    configure(LEAST)
    const deal = await buildPayableDeal(world)
    const id = randomUUID()
    const raise = { params: { id: deal.project.id }, body: { id, price: 544.99 } }
    expect((await world.api.call(deal.creator, 'amendments.propose', raise)).status).toBe(200)
    await fund(world, deal)
    const accepted = await world.api.call(deal.seller, 'amendments.accept', { params: { id } })
    expectBelow(accepted, 'price', minimumAddedWords(LEAST))
    // What was proposed beside held money, before the minimum was configured, is an existing price.
    configure(null)
    await world.api.call(deal.creator, 'amendments.withdraw', { params: { id } })
    const again = randomUUID()
    await world.api.call(deal.creator, 'amendments.propose', {
      params: { id: deal.project.id },
      body: { id: again, price: 544.99 },
    })
    configure(LEAST)
    const agreed = await world.api.call(deal.seller, 'amendments.accept', { params: { id: again } })
    expect(agreed.status).toBe(200)
  })

  test('may add one dollar when no minimum is configured', async () => {
    const ask = await held()
    expectRefusal(await ask(540.99), 'amendment.extra_too_small')
    expect((await ask(541)).status).toBe(200)
  })
})

describe('with a price from before the minimum was configured', () => {
  test('a project can be edited with its unchanged budget, and published', async () => {
    const seller = await buildSeller(db())
    const licence = { ...STANDARD_TERMS, term_months: 6, extend_months: 3, extend_cents: 100 }
    const body = project({ budget: 2, status: 'draft', seats: 2, budget_total: 4, licence })
    const { id } = (await world.api.call(seller, 'projects.create', { body })).body
    configure(LEAST)
    const { status: _, ...fields } = body
    const edited = await world.api.call(seller, 'projects.update', {
      params: { id },
      body: { ...fields, title: 'Two unboxing reels' },
    })
    expect(edited.body).toMatchObject({ title: 'Two unboxing reels', budget: 2 })
    expect((await world.api.call(seller, 'projects.publish', { params: { id } })).status).toBe(200)
  })

  test('a project’s licence can be changed if the price of more months stays', async () => {
    const seller = await buildSeller(db())
    const licence = { ...STANDARD_TERMS, term_months: 6, extend_months: 3, extend_cents: 100 }
    const { id } = (await world.api.call(seller, 'projects.create', { body: project({ licence }) }))
      .body
    configure(LEAST)
    const state = (terms: object) =>
      world.api.call(seller, 'projects.update', {
        params: { id },
        body: { licence: { ...licence, ...terms } },
      })
    expect((await state({ credit: true })).status).toBe(200)
    expectBelow(await state({ credit: true, extend_cents: 200 }), 'licence')
    expect((await state({ credit: true, extend_cents: LEAST })).status).toBe(200)
    expectBelow(await state({ credit: true }), 'licence')
  })

  test('a project that was posted is found again by a repeated request', async () => {
    const seller = await buildSeller(db())
    const body = project({ id: randomUUID(), budget: 2 })
    const first = await world.api.call(seller, 'projects.create', { body })
    configure(LEAST)
    const again = await world.api.call(seller, 'projects.create', { body })
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
  })

  test('an offer can return to the application’s own price', async () => {
    const posted = await buildProject(db(), { budgetCents: 300 })
    const { id, creator } = await buildApplication(db(), { project: posted, priceCents: 300 })
    configure(LEAST)
    const first = offer(6)
    const make = (as: typeof creator, body: object) =>
      world.api.call(as, 'offers.make', { params: { id }, body: { ...offer(3), ...body } })
    expect((await make(posted.seller, first)).status).toBe(200)
    expectBelow(await make(creator, { answers: first.id, price: 4 }), 'price')
    expect((await make(creator, { answers: first.id, price: 3 })).status).toBe(200)
  })

  test('an application is countered at its own price, and accepted', async () => {
    const posted = await buildProject(db(), { budgetCents: 300 })
    const { id } = await buildApplication(db(), { project: posted, priceCents: 300 })
    configure(LEAST)
    const made = await world.api.call(posted.seller, 'offers.make', {
      params: { id },
      body: offer(3),
    })
    expect(made.status).toBe(200)
    const accepted = await world.api.call(posted.seller, 'applications.accept', { params: { id } })
    expect(accepted.status).toBe(200)
  })

  test('a package can be renamed, and a new date can be proposed for a deal', async () => {
    const creator = await buildCreator(db())
    const { id } = await buildPackage(db(), { creator })
    await execute(db(), sql`update packages set price = 300 where id = ${id}`)
    const deal = await buildDeal(db(), { priceCents: 300 })
    configure(LEAST)
    const renamed = packageInput({ title: 'One unboxing video', price: 3 })
    const saved = await world.api.call(creator, 'packages.update', {
      params: { id },
      body: renamed,
    })
    expect(saved.body).toMatchObject({ title: 'One unboxing video', price: 3 })
    const moved = await world.api.call(deal.seller, 'amendments.propose', {
      params: { id: deal.project.id },
      body: { id: randomUUID(), price: 3, deliver_by: '2999-02-01' },
    })
    expect(moved.status).toBe(200)
  })

  test('a licence can be extended at the price in its terms', async () => {
    const deal = await licensedDeal(world, { ...PRICED, extend_cents: 100 })
    configure(LEAST)
    const taken = await world.api.call(deal.seller, 'extensions.make', {
      params: { id: deal.project.id },
      body: { id: randomUUID(), months: 3 },
    })
    expect(taken.status).toBe(200)
  })

  test('the creator can name the price in the licence’s terms', async () => {
    const deal = await licensedDeal(world, { ...PRICED, extend_cents: 100 })
    configure(LEAST)
    const name = (months: number) =>
      world.api.call(deal.creator, 'extensions.make', {
        params: { id: deal.project.id },
        body: { id: randomUUID(), months, price: 1 },
      })
    expectBelow(await name(6), 'price')
    expect((await name(3)).status).toBe(200)
  })
})
