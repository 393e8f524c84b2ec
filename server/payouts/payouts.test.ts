import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter } from '#server/clocks/days.ts'
import { rows, sql } from '#server/db/sql.ts'
import { notePayoutCards, startOnboarding } from './payout-service.ts'
import { addPayoutCard } from '#sandbox/stripe/objects/accounts.ts'
import { TEST_CARDS } from '#sandbox/stripe/objects/cards.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { COUNTRY_CODES } from '#contract/countries.ts'
import { isPayoutCountry, PAYOUT_COUNTRIES } from '#contract/payout-countries.ts'
import { buildCreator } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  type PayableDeal,
  startMoney,
} from '#tests/support/money.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())
afterEach(() => world.api.setNow(null))

/** A new account has waited (changed-payouts.test.ts). */
const dayLater = () => world.api.setNow(daysAfter(new Date(), 1))

test('a refresh without an account says that one must be connected first', async () => {
  const creator = await buildCreator(world.api.pool, { payoutReady: false })
  expect((await world.api.call(creator, 'payouts.account')).body).toBeNull()
  const refused = await world.api.call(creator, 'payouts.refresh')
  expect(expectRefusal(refused, 'payout.no_account')).toMatchObject({
    status: 404,
    message: "Please create a Stripe account first by clicking 'Connect Stripe Account'",
  })
})

test('connecting answers with a page to continue on and leaves one incomplete account', async () => {
  const creator = await buildCreator(world.api.pool, { payoutReady: false })
  for (let clicks = 0; clicks < 2; clicks += 1) {
    const { body } = await world.api.call(creator, 'payouts.onboard')
    expect(body.onboarding_url).toMatch(/^http/)
  }
  const { body } = await world.api.call(creator, 'payouts.account')
  expect(body).toMatchObject({ user_id: creator.id, onboarding_complete: false })
  expect((await world.api.call(creator, 'payouts.refresh')).body).toEqual(body)
})

test('onboarding for an application returns to that project, any other to the settings', async () => {
  const creator = await buildCreator(world.api.pool, { payoutReady: false })
  const site = world.api.deps.config.publicUrl
  const id = '01a1fa70-4cb2-7f1d-82a8-2227f5ce38a3'
  expect(await waysBack({ project_id: id })).toEqual([
    `${site}/projects/${id}?payout=returned`,
    `${site}/projects/${id}?payout=again`,
  ])
  expect(await waysBack({})).toEqual([
    `${site}/settings/payouts?payout=returned`,
    `${site}/settings/payouts?payout=again`,
  ])
  const elsewhere = { project_id: 'https://evil.example' }
  expectInvalid(await world.api.call(creator, 'payouts.onboard', { body: elsewhere }), 'project_id')

  /** Where the provider leads after its pages, and from a link that was already used. */
  async function waysBack(body: { project_id?: string }): Promise<(string | null)[]> {
    const link = (await world.api.call(creator, 'payouts.onboard', { body })).body.onboarding_url
    const stay = { redirect: 'manual' } as const
    const flow = (await fetch(link, stay)).headers.get('location') ?? ''
    const end = await fetch(new URL(flow, link), {
      ...stay,
      method: 'POST',
      body: new URLSearchParams({ outcome: 'unfinished' }),
    })
    const again = await fetch(link, stay)
    return [end.headers.get('location'), again.headers.get('location')]
  }
})

const countryAtProvider = (creator: { id: string }) =>
  Object.values(world.stripe.state.accounts).flatMap(({ metadata, identity }) =>
    metadata?.['user_id'] === creator.id ? [identity?.country] : [],
  )

describe('the country of an account', () => {
  test.each(PAYOUT_COUNTRIES)('is the chosen one, %s, and cannot be changed', async (country) => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    const open = (body: { country?: string }) =>
      world.api.call(creator, 'payouts.onboard', { body })
    expect((await open({ country })).status).toBe(200)
    expect(countryAtProvider(creator)).toEqual([country.toLowerCase()])
    expect((await world.api.call(creator, 'payouts.account')).body).toMatchObject({ country })
    // Continuing needs no country, and repeating the request is a no-op.
    expect((await open({})).status).toBe(200)
    expect((await open({ country })).status).toBe(200)
    const other = country === 'FR' ? 'DE' : 'FR'
    expectRefusal(await open({ country: other }), 'payout.country_fixed')
    expect(countryAtProvider(creator)).toHaveLength(1)
  })

  test('is the United States for a request that names none', async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    await world.api.call(creator, 'payouts.onboard')
    expect(countryAtProvider(creator)).toEqual(['us'])
  })

  test('is refused before any request is sent if the provider does not pay out there', async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    const unserved = COUNTRY_CODES.filter((code) => !isPayoutCountry(code))
    expect(unserved.length).toBeGreaterThan(200)
    const asked = () =>
      world.stripe.state.requests.filter(({ path }) => path.startsWith('/v2/core/accounts'))
    const before = asked()
    for (const country of ['BR', 'IN', 'AU', 'ZW'])
      expectRefusal(
        await world.api.call(creator, 'payouts.onboard', { body: { country } }),
        'payout.country_not_served',
      )
    expect(asked()).toEqual(before)
    expect(countryAtProvider(creator)).toEqual([])
    expect((await world.api.call(creator, 'payouts.account')).body).toBeNull()
    for (const country of ['XX', 'us', ''])
      expectInvalid(
        await world.api.call(creator, 'payouts.onboard', { body: { country } }),
        'country',
      )
  })

  test('two clicks with two countries open one account, and the other is refused', async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    const answers = await Promise.all(
      ['PL', 'IE'].map((country) =>
        world.api.call(creator, 'payouts.onboard', { body: { country } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(countryAtProvider(creator)).toHaveLength(1)
    const { body } = await world.api.call(creator, 'payouts.account')
    expect(countryAtProvider(creator)).toEqual([body?.country.toLowerCase()])
  })

  test('a request that checked before a concurrent one opened the account opens no second one', async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    const { pool } = world.api
    let looked = false
    const late = new Proxy(pool, {
      get(target, name) {
        if (name === 'query' && !looked)
          return async (statement: pg.QueryConfig) => {
            looked = true
            const seen = await target.query(statement)
            await world.api.call(creator, 'payouts.onboard', { body: { country: 'PL' } })
            return seen
          }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const viewer = { ...creator, role: 'creator', sessionId: '', aal: 'aal1' } as const
    await expect(
      startOnboarding({ ...world.api.deps, pool: late }, viewer, { country: 'IE' }),
    ).rejects.toMatchObject({ code: 'payout.country_fixed' })
    expect(countryAtProvider(creator)).toEqual(['pl'])
  })
})

const release = (deal: PayableDeal, paymentId: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: paymentId } })
const accountOf = async (creator: { id: string }) =>
  (await world.api.call(creator, 'payouts.account')).body
const idsOf = async (creator: { id: string }) =>
  (
    await rows<{ id: string; in_use: boolean }>(
      world.api.pool,
      sql`select stripe_account_id as id, replaced_at is null as in_use from stripe_accounts
        where user_id = ${creator.id} order by created_at`,
    )
  ).map(({ id, in_use }) => ({ id, in_use }))
const closeAt = (accountId: string, outcome: string) =>
  atProvider(world, `accounts/${accountId}/onboarding`, { outcome })

describe('a closed account', () => {
  test.each(['closed', 'rejected'])(
    'that is %s is reported and can be replaced, once',
    async (how) => {
      const { creator, accountId } = await buildPayableDeal(world)
      await closeAt(accountId, how)
      await world.until(
        'the creator to be notified',
        async () => (await accountOf(creator))?.closed === true,
      )
      expect(await accountOf(creator)).toMatchObject({ onboarding_complete: false, closed: true })
      const clicks = await Promise.all([
        world.api.call(creator, 'payouts.onboard'),
        world.api.call(creator, 'payouts.onboard'),
      ])
      expect(clicks.map(({ status }) => status)).toEqual([200, 200])
      const ids = await idsOf(creator)
      expect(ids).toEqual([
        { id: accountId, in_use: false },
        { id: expect.not.stringMatching(accountId), in_use: true },
      ])
      expect(await accountOf(creator)).toMatchObject({ onboarding_complete: false, closed: false })
      // Events about the old account change nothing any more.
      await closeAt(accountId, 'complete')
      await closeAt(ids[1]?.id ?? '', 'complete')
      expect((await world.api.call(creator, 'payouts.refresh')).body).toMatchObject({
        onboarding_complete: true,
        closed: false,
      })
      expect(await idsOf(creator)).toEqual(ids)
    },
  )

  test('receives nothing: a release is refused, and later paid to the new account; old transfers stay', async () => {
    const earlier = await buildPayableDeal(world)
    const { creator, accountId } = earlier
    const paidBefore = await fund(world, earlier)
    await release(earlier, paidBefore)
    const running = await buildPayableDeal(world)
    const id = await fund(world, running)
    await world.api.pool.query('delete from stripe_accounts where user_id = $1', [
      running.creator.id,
    ])
    await world.api.pool.query(
      'update stripe_accounts set user_id = $1 where stripe_account_id = $2',
      [running.creator.id, accountId],
    )
    await closeAt(accountId, 'closed')
    await world.until(
      'the account to be closed',
      async () => (await accountOf(running.creator))?.closed === true,
    )
    expectRefusal(await release(running, id), 'payment.payout_not_ready')
    await world.api.call(running.creator, 'payouts.onboard')
    const fresh = (await idsOf(running.creator)).at(-1)?.id ?? ''
    await closeAt(fresh, 'complete')
    await world.api.call(running.creator, 'payouts.refresh')
    dayLater()
    expect((await release(running, id)).body).toMatchObject({ status: 'released' })
    const sentTo = (paymentId: string) =>
      Object.values(world.stripe.state.transfers)
        .filter((row) => row.transfer_group === `payment_${paymentId}`)
        .map(({ destination }) => destination)
    expect(sentTo(paidBefore)).toEqual([accountId])
    expect(sentTo(id)).toEqual([fresh])
    expect(creator.id).not.toBe(running.creator.id)
    await checkMoney(world)
  })

  test('during a release: the transfer is refused, and the next release goes to the new account', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    // The provider closes the account, and the release is ordered before the event arrives.
    const account = world.stripe.state.accounts[deal.accountId]
    const capability =
      account?.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
    if (account === undefined || capability === undefined) throw new Error('no account')
    account.closed = true
    capability.status = 'restricted'
    expectRefusal(await release(deal, id), 'payment.release_refused')
    await world.until('the news', async () => (await accountOf(deal.creator))?.closed === true)
    expectRefusal(await release(deal, id), 'payment.payout_not_ready')
    await world.api.call(deal.creator, 'payouts.onboard')
    const fresh = (await idsOf(deal.creator)).at(-1)?.id ?? ''
    await closeAt(fresh, 'complete')
    await world.api.call(deal.creator, 'payouts.refresh')
    dayLater()
    expect((await release(deal, id)).body).toMatchObject({ status: 'released' })
    const { open } = await reconcile(world.api.deps)
    expect(open.filter(({ payment_id }) => payment_id === id)).toEqual([])
    await checkMoney(world)
  })
})

describe('the provider’s dashboard', () => {
  test('opens for a connected account, with a new link each time, and nothing stores the link', async () => {
    const { creator } = await buildPayableDeal(world)
    const ask = () => world.api.call(creator, 'payouts.dashboard')
    const [first, second] = [(await ask()).body.dashboard_url, (await ask()).body.dashboard_url]
    expect(first).not.toBe(second)
    expect((await fetch(first)).status).toBe(200)
    expect((await fetch(first)).status).toBe(404)
    const token = first.split('/').at(-1) ?? ''
    const kept = await rows<{ kept: string }>(
      world.api.pool,
      sql`select row_to_json(events)::text as kept from events
        union all select row_to_json(provider_calls)::text from provider_calls
        union all select row_to_json(stripe_accounts)::text from stripe_accounts`,
    )
    expect(kept.filter((row) => row.kept.includes(token))).toEqual([])
  })

  test('does not open without an account, or before it is complete', async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    expectRefusal(await world.api.call(creator, 'payouts.dashboard'), 'payout.no_account')
    await world.api.call(creator, 'payouts.onboard')
    expectRefusal(await world.api.call(creator, 'payouts.dashboard'), 'payout.not_ready')
  })

  test('that is unreachable is reported as such', async () => {
    const { creator } = await buildPayableDeal(world)
    const target = 'POST /v1/accounts/:id/login_links'
    await atProvider(world, 'switches', { name: 'reset_after', times: 2, target })
    expectRefusal(await world.api.call(creator, 'payouts.dashboard'), 'payout.provider_unavailable')
    expect((await world.api.call(creator, 'payouts.dashboard')).status).toBe(200)
  })
})

test('a brand that pays with a creator’s payout card shares an account mark with that creator', async () => {
  const deal = await buildPayableDeal(world)
  const sharing = async () =>
    (
      await rows<{ profile_id: string }>(
        world.api.pool,
        sql`select profile_id from account_marks where kind = 'card' and mark in
          (select mark from account_marks where profile_id = ${deal.creator.id} and kind = 'card')`,
      )
    ).map(({ profile_id: id }) => id)
  // A bank account does not have a card's fingerprint.
  await notePayoutCards(world.api.deps, deal.accountId)
  expect(await sharing()).toEqual([])
  const card = TEST_CARDS.find(({ number }) => number === '4242424242424242')
  if (card === undefined) throw new Error('there is no such card')
  addPayoutCard(world.stripe, deal.accountId, card)
  await notePayoutCards(world.api.deps, deal.accountId)
  expect(await sharing()).toContain(deal.creator.id)
  expect(await sharing()).not.toContain(deal.seller.id)
  await fund(world, deal)
  expect(await sharing()).toEqual(expect.arrayContaining([deal.seller.id, deal.creator.id]))
})
