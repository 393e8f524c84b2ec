import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_VISIT_HOURS, isListOpen } from '#contract/first-steps.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator, buildProject, buildSeller } from '#tests/support/builders.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterEach(() => api.setNow(null))
afterAll(() => api.close())

const HOUR = 3_600_000
const visitOf = async (who: BuiltUser) => (await api.call(who, 'profiles.me')).body.visit
const arrive = async (who: BuiltUser) => (await api.call(who, 'first_steps.arrive')).body.visit
const list = async (who: BuiltUser) => (await api.call(who, 'first_steps.list')).body
/** Returns the completed steps, by name. */
const done = async (who: BuiltUser) =>
  (await list(who)).steps.filter((one) => one.done).map(({ step }) => step)

describe('a first visit', () => {
  test('is new until the person arrives, first for the following hours, then returning', async () => {
    const tess = await buildCreator(api.pool)
    const at = Date.parse('2031-04-01T09:00:00Z')
    api.setNow(new Date(at))
    expect(await visitOf(tess)).toBe('new')
    expect(await arrive(tess)).toBe('first')
    api.setNow(new Date(at + FIRST_VISIT_HOURS * HOUR - 1))
    expect(await visitOf(tess)).toBe('first')
    api.setNow(new Date(at + FIRST_VISIT_HOURS * HOUR))
    expect(await visitOf(tess)).toBe('returning')
  })

  test('begins once: concurrent and later arrivals keep the first time', async () => {
    const tess = await buildSeller(api.pool)
    const at = Date.parse('2031-04-01T09:00:00Z')
    api.setNow(new Date(at))
    expect(await Promise.all([arrive(tess), arrive(tess)])).toEqual(['first', 'first'])
    api.setNow(new Date(at + 20 * HOUR))
    expect(await arrive(tess)).toBe('returning')
    expect(await visitOf(tess)).toBe('returning')
  })

  test('is tracked for each person separately', async () => {
    const [tess, maya] = [await buildCreator(api.pool), await buildCreator(api.pool)]
    await arrive(tess)
    expect(await visitOf(maya)).toBe('new')
  })
})

describe('the first steps', () => {
  test('of a creator are read from the profile and the payout account', async () => {
    const tess = await buildCreator(api.pool, { payoutReady: false })
    expect(await list(tess)).toEqual({
      steps: [
        { step: 'portrait', done: false },
        { step: 'work', done: false },
        { step: 'payouts', done: false },
      ],
      dismissed: false,
    })
    await execute(api.pool, sql`update profiles set avatar_url = '/p.webp' where id = ${tess.id}`)
    expect(await done(tess)).toEqual(['portrait'])
    await api.call(tess, 'profiles.update', { body: { portfolio_urls: ['https://tess.example'] } })
    expect(await done(tess)).toEqual(['portrait', 'work'])
    await execute(
      api.pool,
      sql`insert into stripe_accounts (user_id, stripe_account_id) values (${tess.id}, ${`acct_${tess.id}`})`,
    )
    expect(await done(tess), 'onboarding only begun').toEqual(['portrait', 'work'])
    await execute(
      api.pool,
      sql`update stripe_accounts set onboarding_complete = true where user_id = ${tess.id}`,
    )
    expect(isListOpen(await list(tess))).toBe(false)
  })

  test('become undone again when what completed them is gone', async () => {
    const tess = await buildCreator(api.pool)
    expect(await done(tess)).toEqual(['payouts'])
    await execute(
      api.pool,
      sql`update stripe_accounts set onboarding_complete = false, closed = true where user_id = ${tess.id}`,
    )
    expect(await done(tess)).toEqual([])
  })

  test('of a brand are a company name, a posted project and an optional card', async () => {
    const shop = await buildSeller(api.pool)
    await execute(api.pool, sql`update profiles set company_name = ' ' where id = ${shop.id}`)
    await buildProject(api.pool, { seller: shop, status: 'draft' })
    expect((await list(shop)).steps.map(({ step }) => step)).toEqual(['company', 'project', 'card'])
    expect(await done(shop), 'a blank name and a draft').toEqual([])
    await api.call(shop, 'profiles.update', { body: { company_name: 'Tess & Daughters' } })
    await buildProject(api.pool, { seller: shop, status: 'active' })
    expect(await done(shop)).toEqual(['company', 'project'])
    expect(isListOpen(await list(shop)), 'only the card is left').toBe(false)
    const customer = `cus_${shop.id}`
    await execute(
      api.pool,
      sql`update profiles set stripe_customer_id = ${customer} where id = ${shop.id}`,
    )
    await execute(
      api.pool,
      sql`insert into customer_payment_methods (stripe_customer_id, stripe_payment_method_id, card_brand,
        card_last4, card_exp_month, card_exp_year) values (${customer}, ${`pm_${shop.id}`}, 'visa', '4242', 4, 2031)`,
    )
    expect(await done(shop)).toEqual(['company', 'project', 'card'])
  })

  test('a cancelled project counts if it had been posted, a cancelled draft does not', async () => {
    const shop = await buildSeller(api.pool)
    const body = {
      title: 'Mugs',
      category: 'home',
      description: 'Three films.',
      budget: 300,
      deadline: '2031-05-01',
    }
    for (const [status, expected] of [
      ['draft', ['company']],
      ['active', ['company', 'project']],
    ] as const) {
      const project = await api.call(shop, 'projects.create', { body: { ...body, status } })
      await api.call(shop, 'projects.cancel', { params: { id: project.body.id } })
      expect(await done(shop), status).toEqual(expected)
    }
  })

  test('are dismissed permanently, by each person separately', async () => {
    const [tess, maya] = [await buildCreator(api.pool), await buildCreator(api.pool)]
    expect(isListOpen(await list(tess))).toBe(true)
    const dismiss = () => api.call(tess, 'first_steps.dismiss')
    const both = await Promise.all([dismiss(), dismiss()])
    expect(both.map(({ body }) => isListOpen(body))).toEqual([false, false])
    expect(await list(tess)).toMatchObject({ dismissed: true })
    expect(isListOpen(await list(maya))).toBe(true)
  })
})
