import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXTENSION_LIMITS } from '#contract/licence-extensions.ts'
import { lastDay } from '#contract/licence-term.ts'
import { type LicenceTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { splitPrice, usdFromCents } from '#contract/money.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { buildCreator, type BuiltUser } from '#tests/support/builders.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import {
  atProvider,
  buildPayableDeal,
  chargeFailed,
  checkMoney,
  fund,
  type MoneyWorld,
  openBankDispute,
  type PayableDeal,
  saveCard,
  startMoney,
  statusOf,
  triedOnce,
} from '#tests/support/money.ts'
import { withoutPatience } from '#tests/money/patience.ts'
import {
  extendedOnce,
  licensedDeal,
  payExtension,
  payOnPage,
  PRICED,
  stateTerms,
  takenExtension,
} from '#tests/support/extensions.ts'
import { HIGHEST_PRICE } from '#tests/support/prices.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { extensionReleaseClocks } from '#server/payments/release/extension-clock.ts'
import { licenceTasks } from './licence-certificate.ts'
import { extensionClocks } from './licence-clock.ts'

/** More months for a licence: agreed, paid without escrow, and counted as long as their money stays. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const becomes = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)
const licensed = (terms: LicenceTerms = PRICED) => licensedDeal(world, terms)
const read = async (as: BuiltUser, { project }: PayableDeal) =>
  (await world.api.call(as, 'extensions.of_project', { params: { id: project.id } })).body
const licenceOf = async ({ seller, project }: PayableDeal) =>
  (await world.api.call(seller, 'licences.of_project', { params: { id: project.id } })).body
const make = (
  as: BuiltUser,
  { project }: PayableDeal,
  body: { id?: string; months?: number; price?: number },
) =>
  world.api.call(as, 'extensions.make', {
    params: { id: project.id },
    body: { id: randomUUID(), months: 3, ...body },
  })
const answer = (as: BuiltUser, move: 'accept' | 'decline' | 'withdraw', id: string) =>
  world.api.call(as, `extensions.${move}`, { params: { id } })
const pay = (deal: PayableDeal, extension: string, card?: string, as = deal.seller) =>
  payExtension(world, deal, extension, { card, as })
const payPage = (url: string | null) => payOnPage(world, url)
const taken = (deal: PayableDeal) => takenExtension(world, deal)
const extended = (deal: PayableDeal) => extendedOnce(world, deal)
const ban = ({ id }: BuiltUser) =>
  execute(
    world.api.pool,
    sql`update auth.users set banned_until = now() + interval '30 days' where id = ${id}`,
  )
const leave = ({ id }: BuiltUser) =>
  execute(world.api.pool, sql`update auth.users set deleted_at = now() where id = ${id}`)
/** The last day of a licence after this many months. */
const after = async (deal: PayableDeal, months: number) => {
  const licence = await licenceOf(deal)
  return lastDay(new Date(licence?.granted_at ?? ''), months)
}
const movesOf = async ({ project }: PayableDeal) =>
  (
    await rows<{ move: string }>(
      world.api.pool,
      sql`select move from events where entity = 'licence' and project_id = ${project.id} order by id`,
    )
  ).map(({ move }) => move)

describe('extending a licence', () => {
  test('requires a licence with an end, and is open only to the two sides of its deal', async () => {
    const endless = await licensed(STANDARD_TERMS)
    expectRefusal(await make(endless.seller, endless, { price: 50 }), 'licence.no_end')
    const deal = await licensed()
    const stranger = await buildCreator(world.api.pool)
    expect((await make(stranger, deal, { price: 50 })).status).toBe(404)
    const id = await taken(deal)
    expect((await answer(stranger, 'withdraw', id)).status).toBe(404)
    for (const as of [stranger, deal.creator])
      expect([403, 404]).toContain((await pay(deal, id, undefined, as)).status)
    // Under another deal it does not exist.
    const other = await licensed()
    expect((await pay(other, id)).status).toBe(404)
  })

  test('costs the price named in the terms, which only the brand can take up', async () => {
    const deal = await licensed()
    expectRefusal(await make(deal.creator, deal, {}), 'extension.no_price')
    expectRefusal(await make(deal.seller, deal, { months: 6 }), 'extension.no_price')
    expectInvalid(await make(deal.seller, deal, { price: 0.99 }), 'price')
    expectInvalid(await make(deal.seller, deal, { months: 5 }), 'months')
    expect((await read(deal.seller, deal))?.priced).toEqual({
      months: 3,
      price: 120,
      creator_share: 102,
      until: await after(deal, 9),
    })
    const unpriced = await licensed({ ...STANDARD_TERMS, term_months: 6 })
    expect((await read(unpriced.creator, unpriced))?.priced).toBeNull()
    expectRefusal(await make(unpriced.seller, unpriced, {}), 'extension.no_price')
  })
})

describe('a price of the terms whose extension has expired', () => {
  test('is taken anew before the clock comes by, and can be paid', async () => {
    const deal = await licensed()
    const old = await taken(deal)
    await execute(
      world.api.pool,
      sql`update licence_extensions set expires_at = now() - interval '1 second' where id = ${old}`,
    )
    const both = await Promise.all([make(deal.seller, deal, {}), make(deal.seller, deal, {})])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const all = (await read(deal.seller, deal))?.extensions ?? []
    expect(all.map(({ status }) => status)).toEqual(['agreed', 'expired'])
    expectRefusal(await pay(deal, old), 'extension.expired')
    expect((await pay(deal, all[0]?.id ?? '')).status).toBe(200)
    expect(await movesOf(deal)).toEqual(
      expect.arrayContaining(['take_extension', 'expire_extension', 'take_extension']),
    )
  })
})

test.each([
  ['brand', 'left', 'seller', 'creator'],
  ['creator', 'was banned', 'creator', 'seller'],
] as const)(
  'the extensions say that nothing can be agreed once the %s %s',
  async (_, how, gone, stays) => {
    const deal = await licensed()
    expect((await read(deal[stays], deal))?.other_side_gone).toBe(false)
    await (how === 'left' ? leave : ban)(deal[gone])
    expect((await read(deal[stays], deal))?.other_side_gone).toBe(true)
    expectRefusal(await make(deal[stays], deal, { price: 50 }), 'extension.other_side_gone')
  },
)

describe('paying', () => {
  test('extends the licence once, transfers the creator’s share directly, and makes a new certificate', async () => {
    const deal = await licensed()
    const before = await licenceOf(deal)
    const id = await extended(deal)
    expect(await licenceOf(deal)).toMatchObject({
      ends_on: await after(deal, 9),
      extended_months: 3,
      status: 'granted',
    })
    const { creatorCents } = splitPrice(12_000, { ...DEFAULT_FEE_TERMS, minimum_fee_cents: 0 })
    const sent = Object.values(world.stripe.state.transfers).filter(
      (row) => row.transfer_group === `payment_${id}`,
    )
    expect(sent.map(({ amount }) => amount)).toEqual([creatorCents])
    const licence = await oneRow<{ id: string }>(
      world.api.pool,
      sql`select id from licences where project_id = ${deal.project.id}`,
    )
    await licenceTasks(world.api.deps)['licences.certify']({ licence_id: licence.id })
    const body = JSON.parse(
      Buffer.from(
        (await licenceOf(deal))?.certificate?.split('.')[1] ?? '',
        'base64url',
      ).toString(),
    ) as object
    expect(body).toMatchObject({ ends_on: await after(deal, 9), extended_months: 3 })
    expect((await licenceOf(deal))?.code).toBe(before?.code)
    // The deal's own money is unchanged: an extension is not part of its price.
    const shown = await world.api.call(deal.seller, 'payments.for_project', {
      params: { id: deal.project.id },
    })
    expect(shown.body?.amount).toBe(540)
    await checkMoney(world)
  })

  test('with a saved card needs no checkout page, and a declined card extends nothing', async () => {
    const deal = await licensed()
    const until = await after(deal, 6)
    const refused = await saveCard(world, deal.seller, '4000000000000341')
    const id = await taken(deal)
    expect((await pay(deal, id, refused)).body.status).toBe('failed')
    expect((await licenceOf(deal))?.ends_on).toBe(until)
    const card = await saveCard(world, deal.seller, '4242424242424242')
    const paid = await pay(deal, id, card)
    await becomes(paid.body.id, 'released')
    expect((await licenceOf(deal))?.ends_on).toBe(await after(deal, 9))
    expectRefusal(await pay(deal, id, card), 'payment.already_funded')
  })

  test('with many concurrent clicks makes one extension, one payment and one checkout page', async () => {
    const deal = await licensed()
    const made = await Promise.all(Array.from({ length: 6 }, () => make(deal.seller, deal, {})))
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]))
    const [only, ...more] = (await read(deal.seller, deal))?.extensions ?? []
    expect(more).toEqual([])
    const pages = await Promise.all(Array.from({ length: 4 }, () => pay(deal, only?.id ?? '')))
    const opened = pages.filter(({ status }) => status === 200)
    expect(new Set(opened.map(({ body }) => body.checkout_url)).size).toBe(1)
    const [payment, ...others] = await rows<{ id: string }>(
      world.api.pool,
      sql`select id from payments where extension_id = ${only?.id}`,
    )
    expect(others).toEqual([])
    await payPage(opened[0]?.body.checkout_url ?? null)
    await becomes(payment?.id ?? '', 'released')
    expect((await licenceOf(deal))?.extended_months).toBe(3)
  })

  test('changes nothing more when its events are redelivered', async () => {
    const deal = await licensed()
    const id = await extended(deal)
    const events = Object.values(world.stripe.state.events).filter(({ event }) =>
      JSON.stringify(event).includes(id),
    )
    for (const { event } of events) await atProvider(world, `events/${event.id}/deliver`)
    await checkMoney(world)
    expect(await movesOf(deal)).toEqual(['grant', 'take_extension', 'extend'])
  })

  test.each([100, 101, 12_345, HIGHEST_PRICE])(
    'splits %i cents like any other payment, without the minimum fee',
    async (cents) => {
      const deal = await licensed({ ...PRICED, extend_cents: cents })
      const id = await extended(deal)
      const { creatorCents } = splitPrice(cents, { ...DEFAULT_FEE_TERMS, minimum_fee_cents: 0 })
      const sent = Object.values(world.stripe.state.transfers).find(
        (row) => row.transfer_group === `payment_${id}`,
      )
      expect(sent?.amount).toBe(creatorCents)
      await checkMoney(world)
    },
  )

  test('is refused if the price differs from the amount shown', async () => {
    const deal = await licensed()
    const id = await taken(deal)
    const shown = await world.api.call(deal.seller, 'payments.create', {
      body: {
        project_id: deal.project.id,
        application_id: deal.application.id,
        extension_id: id,
        expected_amount: 119.99,
      },
    })
    expectRefusal(shown, 'payment.price_changed')
  })

  test('is refused while the creator’s account cannot receive it', async () => {
    const deal = await licensed()
    const id = await taken(deal)
    await execute(
      world.api.pool,
      sql`update stripe_accounts set onboarding_complete = false where user_id = ${deal.creator.id}`,
    )
    expectRefusal(await pay(deal, id), 'payment.payout_not_ready')
  })

  test.each(['deleted', 'banned'] as const)(
    'is refused once the creator’s account is %s: no card is charged, and no page opened',
    async (how) => {
      const deal = await licensed()
      const card = await saveCard(world, deal.seller, '4242424242424242')
      const id = await taken(deal)
      await (how === 'banned' ? ban(deal.creator) : leave(deal.creator))
      expectRefusal(await pay(deal, id, card), 'extension.other_side_gone')
      expectRefusal(await pay(deal, id), 'extension.other_side_gone')
      expect(
        await rows(world.api.pool, sql`select 1 from payments where extension_id = ${id}`),
      ).toEqual([])
      if (how === 'deleted') return
      // Until then: a ban can end before the extension does.
      await execute(
        world.api.pool,
        sql`update auth.users set banned_until = now() where id = ${deal.creator.id}`,
      )
      expect((await pay(deal, id, card)).status).toBe(200)
    },
  )

  test('ends the charge of a card that was ordered before the creator was banned', async () => {
    const deal = await licensed()
    const card = await saveCard(world, deal.seller, '4242424242424242')
    const fault = { name: 'rate_limited', times: 1_000, target: 'POST /v1/payment_intents' }
    await atProvider(world, 'switches', fault)
    const extension = await taken(deal)
    const { id } = (await withoutPatience(() => pay(deal, extension, card))).body
    await triedOnce(world, 'payments.charge', id)
    await ban(deal.creator)
    await atProvider(world, 'switches', { ...fault, times: 0 })
    await chargeFailed(world, id)
    const charges = Object.values(world.stripe.state.charges)
    expect(charges.filter((one) => one.transfer_group === `payment_${id}`)).toEqual([])
    await checkMoney(world)
  })

  test('keeps the extension if the transfer is refused, and retries the transfer a day later', async () => {
    const deal = await licensed()
    const page = await pay(deal, await taken(deal))
    const { id } = page.body
    await atProvider(world, 'switches', { name: 'fail_next_transfer' })
    await payPage(page.body.checkout_url)
    await world.until('a refusal', async () => {
      const failed = await rows(
        world.api.pool,
        sql`select 1 from money_ops where payment_id = ${id} and kind = 'release' and state = 'failed'`,
      )
      return failed.length === 1
    })
    expect((await licenceOf(deal))?.extended_months).toBe(3)
    await checkMoney(world)
    const tick = async (hours: number) => {
      const now = new Date(world.api.deps.clock().getTime() + hours * 3_600_000)
      const due = await extensionReleaseClocks['extensions that were held up']?.(
        world.api.deps,
        now,
      )
      for (const run of due ?? []) await run()
    }
    await tick(20)
    expect(await statusOf(world, id)).toBe('held_in_escrow')
    await Promise.all([tick(25), tick(25)])
    await becomes(id, 'released')
    await checkMoney(world)
  })
})

describe('a late payment', () => {
  test.each(['withdrawn', 'expired', 'void', 'of a banned creator'] as const)(
    'for an extension that is %s is returned, and extends nothing',
    async (how) => {
      const deal = await licensed()
      const until = (await licenceOf(deal))?.ends_on
      const extension = await taken(deal)
      const page = await pay(deal, extension)
      if (how === 'withdrawn') await answer(deal.seller, 'withdraw', extension)
      if (how === 'expired') {
        const later = new Date(world.api.deps.clock().getTime() + 8 * 86_400_000)
        const due = await extensionClocks['extensions that expire']?.(world.api.deps, later)
        for (const run of due ?? []) await run()
      }
      if (how === 'of a banned creator') await ban(deal.creator)
      if (how === 'void')
        await execute(
          world.api.pool,
          sql`update licences set status = 'void', void_reason = 'refunded', voided_at = now() where project_id = ${deal.project.id}`,
        )
      await payPage(page.body.checkout_url)
      await world.until('returned', async () => {
        const back = await rows(
          world.api.pool,
          sql`select 1 from ledger_movements where payment_id = ${page.body.id} and kind = 'duplicate'`,
        )
        return back.length === 2
      })
      expect(await statusOf(world, page.body.id)).toBe('failed')
      expect((await licenceOf(deal))?.ends_on).toBe(until)
      await checkMoney(world)
    },
  )
})

describe('an extension offer', () => {
  test('by the brand must be accepted by the creator before it can be paid', async () => {
    const deal = await licensed()
    const id = randomUUID()
    expect((await make(deal.seller, deal, { id, months: 12, price: 300 })).status).toBe(200)
    // The same request is the same offer; a request with other terms under its id is not.
    expect((await make(deal.seller, deal, { id, months: 12, price: 300 })).status).toBe(200)
    expectRefusal(
      await make(deal.seller, deal, { id, months: 12, price: 301 }),
      'extension.another',
    )
    expectRefusal(await make(deal.creator, deal, { price: 50 }), 'extension.another')
    expectRefusal(await pay(deal, id), 'extension.not_agreed')
    expectRefusal(await answer(deal.seller, 'accept', id), 'extension.answered')
    const both = await Promise.all([
      answer(deal.creator, 'accept', id),
      answer(deal.creator, 'decline', id),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const [now] = (await read(deal.seller, deal))?.extensions ?? []
    expect(['agreed', 'declined']).toContain(now?.status)
  })

  test('by the creator can be paid or declined by the brand', async () => {
    const deal = await licensed({ ...STANDARD_TERMS, term_months: 1 })
    await make(deal.creator, deal, { months: 24, price: 900 })
    const [offered] = (await read(deal.seller, deal))?.extensions ?? []
    expectRefusal(await answer(deal.creator, 'decline', offered?.id ?? ''), 'extension.answered')
    expect((await answer(deal.seller, 'decline', offered?.id ?? '')).status).toBe(200)
    expectRefusal(await pay(deal, offered?.id ?? ''), 'extension.answered')
    await make(deal.creator, deal, { months: 24, price: 800 })
    const [second] = (await read(deal.seller, deal))?.extensions ?? []
    const page = await pay(deal, second?.id ?? '')
    await payPage(page.body.checkout_url)
    await becomes(page.body.id, 'released')
    expect((await licenceOf(deal))?.ends_on).toBe(await after(deal, 25))
    expectRefusal(await answer(deal.creator, 'withdraw', second?.id ?? ''), 'extension.answered')
  })
})

describe('the number of extensions', () => {
  /** This many that the side made and withdrew before, after those there are. */
  const makeMany = ({ project }: PayableDeal, by: 'terms' | 'seller' | 'creator', count: number) =>
    execute(
      world.api.pool,
      sql`insert into licence_extensions (id, licence_id, number, by, months, price, status, created_at, expires_at)
        select gen_random_uuid(), licences.id,
          row + (select count(*) from licence_extensions where licence_id = licences.id),
          ${by}, 3, 12000, 'withdrawn', now(), now()
        from licences, generate_series(1, ${count}::int) row where licences.project_id = ${project.id}`,
    )
  const MOST = EXTENSION_LIMITS.mostOfSide

  test('by the creator leaves the brand the price of the terms, and its own offers', async () => {
    const deal = await licensed()
    await makeMany(deal, 'creator', MOST - 1)
    expect((await make(deal.creator, deal, { price: 9_000 })).status).toBe(200)
    const [last] = (await read(deal.creator, deal))?.extensions ?? []
    await answer(deal.creator, 'withdraw', last?.id ?? '')
    expectRefusal(await make(deal.creator, deal, { price: 9_000 }), 'extension.too_many')
    expect((await make(deal.seller, deal, { price: 50 })).status).toBe(200)
    const [own] = (await read(deal.seller, deal))?.extensions ?? []
    await answer(deal.seller, 'withdraw', own?.id ?? '')
    expect(await statusOf(world, await extended(deal))).toBe('released')
  })

  test('by the brand, named and taken together, leaves the creator theirs', async () => {
    const deal = await licensed()
    await makeMany(deal, 'seller', MOST - 2)
    await makeMany(deal, 'terms', 1)
    await answer(deal.seller, 'withdraw', await taken(deal))
    expectRefusal(await make(deal.seller, deal, {}), 'extension.too_many')
    expectRefusal(await make(deal.seller, deal, { price: 50 }), 'extension.too_many')
    expect((await make(deal.creator, deal, { price: 50 })).status).toBe(200)
  })
})

test('the creator cannot decline the price of the terms, to which they agreed before', async () => {
  const deal = await licensed()
  const id = await taken(deal)
  expectRefusal(await answer(deal.creator, 'decline', id), 'extension.answered')
  const page = await pay(deal, id)
  await payPage(page.body.checkout_url)
  await becomes(page.body.id, 'released')
})

describe('returned money', () => {
  test('a lost dispute over an extension removes its months, and nothing else', async () => {
    const deal = await licensed()
    const first = await extended(deal)
    const second = await extended(deal)
    expect((await licenceOf(deal))?.ends_on).toBe(await after(deal, 12))
    const dispute = await openBankDispute(world, first)
    await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
    await world.until('shorter', async () => (await licenceOf(deal))?.extended_months === 3)
    expect(await licenceOf(deal)).toMatchObject({
      status: 'granted',
      void_reason: null,
      ends_on: await after(deal, 9),
    })
    expect(await statusOf(world, second)).toBe('released')
    expect((await movesOf(deal)).at(-1)).toBe('shorten')
    await checkMoney(world)
  })

  test('an extension whose transfer bounced loses its months once the creator refunds it; the deal stays paid', async () => {
    const deal = await licensed()
    const id = await extended(deal)
    const { transfer } = await oneRow<{ transfer: string }>(
      world.api.pool,
      sql`select stripe_transfer_id as transfer from payments where id = ${id}`,
    )
    await atProvider(world, `transfers/${transfer}/reverse`)
    await becomes(id, 'held_in_escrow')
    expect((await licenceOf(deal))?.extended_months).toBe(3)
    // None of it is in escrow: there is no work to dispute.
    const opened = await world.api.call(deal.seller, 'disputes.open', {
      params: { id },
      body: { reason: 'not_as_agreed', statement: 'I want my months.' },
    })
    expectRefusal(opened, 'payment.not_held')
    await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
    await becomes(id, 'refunded')
    expect(await licenceOf(deal)).toMatchObject({
      status: 'granted',
      extended_months: 0,
      ends_on: await after(deal, 6),
    })
    const own = await oneRow<{ status: string }>(
      world.api.pool,
      sql`select status from payments where application_id = ${deal.application.id} and purpose = 'deal'`,
    )
    expect(own.status).toBe('released')
    await checkMoney(world)
  })

  /** A deal whose release was refused, with an extension, and whose own money the creator then returned. */
  async function returnedDeal(fate: 'released' | 'held_in_escrow') {
    const deal = await buildPayableDeal(world)
    await stateTerms(world, deal)
    const own = await fund(world, deal)
    await atProvider(world, 'switches', { name: 'fail_next_transfer' })
    const release = { body: { payment_id: own } }
    expectRefusal(
      await world.api.call(deal.seller, 'payments.release', release),
      'payment.release_refused',
    )
    const page = await pay(deal, await taken(deal))
    const { id } = page.body
    if (fate === 'held_in_escrow')
      await atProvider(world, 'switches', { name: 'fail_next_transfer' })
    await payPage(page.body.checkout_url)
    await world.until('the transfer', async () => {
      const ended = await rows(
        world.api.pool,
        sql`select 1 from money_ops where payment_id = ${id} and kind = 'release' and state in ('failed', 'succeeded')`,
      )
      return ended.length === 1 && (await statusOf(world, id)) === fate
    })
    await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: own } })
    await becomes(own, 'refunded')
    return { deal, extension: id }
  }
  const cancel = ({ seller, project }: PayableDeal) =>
    world.api.call(seller, 'projects.cancel', { params: { id: project.id } })
  const projectStatus = async ({ project }: PayableDeal) =>
    (
      await oneRow<{ status: string }>(
        world.api.pool,
        sql`select status from projects where id = ${project.id}`,
      )
    ).status

  test('of the deal leaves a project that can be cancelled, although its licence was extended', async () => {
    const { deal, extension } = await returnedDeal('released')
    expect((await cancel(deal)).status).toBe(200)
    expect(await projectStatus(deal)).toBe('cancelled')
    expect(await statusOf(world, extension)).toBe('released')
    await checkMoney(world)
  })

  test('of the deal leaves a project that ends with the account of its brand', async () => {
    const { deal } = await returnedDeal('released')
    await deleteAccount(world.api, deal.seller)
    expect(await projectStatus(deal)).toBe('cancelled')
  })

  test('of the deal leaves a project that is not cancelled while the money of an extension is held', async () => {
    const { deal, extension } = await returnedDeal('held_in_escrow')
    expectRefusal(await cancel(deal), 'project.money_held')
    // The licence ended with the deal's money, so this money goes back as well.
    const now = world.api.deps.clock()
    for (const look of Object.values(extensionReleaseClocks))
      for (const act of await look(world.api.deps, now)) await act()
    await becomes(extension, 'refunded')
    expect((await cancel(deal)).status).toBe(200)
    await checkMoney(world)
  })

  test('a lost dispute over the deal voids the licence, which can no longer be extended', async () => {
    const deal = await licensed()
    const { id } = await oneRow<{ id: string }>(
      world.api.pool,
      sql`select id from payments where application_id = ${deal.application.id} and purpose = 'deal'`,
    )
    const dispute = await openBankDispute(world, id)
    await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
    await world.until('void', async () => (await licenceOf(deal))?.status === 'void')
    expect((await licenceOf(deal))?.void_reason).toBe('charged_back')
    expectRefusal(await make(deal.seller, deal, {}), 'licence.void')
    await checkMoney(world)
  })
})

test('the extension price in the test’s terms is 120 USD', () => {
  expect(usdFromCents(PRICED.extend_cents ?? 0)).toBe(120)
})
