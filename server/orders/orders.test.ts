import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clockTasks } from '#server/clock-tasks.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { type BuiltUser, buildCreator, buildSeller } from '#tests/support/builders.ts'
import { mailsTo } from '#tests/support/jobs.ts'
import { checkMoney, type MoneyWorld, saveCard, startMoney } from '#tests/support/money.ts'
import { buildPackage, orderInput, packageInput } from '#tests/support/packages.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const api = () => world.api
const pool = () => world.api.pool

async function market({ payoutReady = true } = {}) {
  const seller = await buildSeller(pool())
  const creator = await buildCreator(pool(), { payoutReady })
  const { id: packageId } = await buildPackage(pool(), { creator })
  return { seller, creator, packageId }
}

const place = (as: BuiltUser, packageId: string, overrides: object = {}) =>
  api().call(as, 'package_orders.place', {
    params: { id: packageId },
    body: orderInput(overrides),
  })
const accept = (as: BuiltUser, id: string) =>
  api().call(as, 'package_orders.accept', { params: { id } })
const decline = (as: BuiltUser, id: string) =>
  api().call(as, 'package_orders.decline', { params: { id } })
const cancel = (as: BuiltUser, id: string) => api().call(as, 'projects.cancel', { params: { id } })

async function placed(overrides: object = {}) {
  const one = await market()
  return { ...one, order: (await place(one.seller, one.packageId, overrides)).body }
}

const facts = (projectId: string) =>
  oneRow<Record<string, unknown>>(
    pool(),
    sql`select projects.status as project, package_orders.status as "order",
        (select count(*) from applications where project_id = projects.id and status = 'accepted') as hired,
        (select count(*) from conversations where project_id = projects.id) as talks,
        (select status from payments where project_id = projects.id) as payment
      from projects join package_orders on package_orders.project_id = projects.id
      where projects.id = ${projectId}`,
  )

describe('ordering', () => {
  test('creates a project that no one else can find, and charges nothing', async () => {
    const { seller, creator, packageId } = await market()
    const card = await saveCard(world, seller, '4242424242424242')
    const made = await place(seller, packageId, {
      add_ons: ['raw'],
      price: 220,
      payment_method_id: card,
    })
    expect(made.body).toMatchObject({ status: 'waiting', price: 220, days: 7, charges_card: true })
    const { project_id: projectId } = made.body
    expect(await facts(projectId)).toMatchObject({ project: 'draft', payment: null })
    expect(await mailsTo(pool(), creator)).toEqual([
      'Ellen Harrow Goods ordered “Two unboxing videos”',
    ])
    const [told] = (await api().call(creator, 'notifications.list')).body.items
    expect(told?.sentence).toBe(
      'Ellen Harrow Goods ordered “Two unboxing videos” for $220.00 ($187.00 for you).',
    )
    // Even its creator does not see the project before they accept it: the order contains all of it.
    for (const reader of [creator, await buildCreator(pool())])
      await expectHidden(api(), reader, 'projects.get', { params: { id: projectId } })
    await expectHidden(api(), await buildCreator(pool()), 'package_orders.get', {
      params: { id: made.body.id },
    })
    const found = await api().call(creator, 'projects.list', { query: { q: 'unboxing videos' } })
    expect(JSON.stringify(found.body)).not.toContain(projectId)
    await checkMoney(world)
  })

  test('is refused if the package is no longer offered as shown', async () => {
    const { seller, creator, packageId } = await market()
    expectRefusal(await place(seller, packageId, { price: 179 }), 'package_order.changed')
    expectRefusal(await place(seller, packageId, { days: 6 }), 'package_order.changed')
    expectRefusal(await place(seller, packageId, { add_ons: ['gone'] }), 'package_order.changed')
    expectInvalid(await place(seller, packageId, { words: '  ' }), 'words')
    expectRefusal(
      await place(seller, packageId, { payment_method_id: randomUUID() }),
      'request.not_found',
    )
    const draft = await buildPackage(pool(), { creator, status: 'draft' })
    expectRefusal(await place(seller, draft.id), 'request.not_found')
    await api().call(creator, 'packages.pause', { params: { id: packageId } })
    expectRefusal(await place(seller, packageId), 'package_order.unavailable')
  })

  test('a banned creator cannot be ordered from', async () => {
    const { seller, creator, packageId } = await market()
    await execute(
      pool(),
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${creator.id}`,
    )
    expectRefusal(await place(seller, packageId), 'package_order.unavailable')
  })

  test('ten clicks with one id place one order; another order is refused until that one is answered', async () => {
    const { seller, creator, packageId } = await market()
    const same = orderInput()
    const clicks = await Promise.all(
      Array.from({ length: 10 }, () =>
        api().call(seller, 'package_orders.place', { params: { id: packageId }, body: same }),
      ),
    )
    expect(clicks.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(
      await rows(pool(), sql`select from projects where seller_id = ${seller.id}`),
    ).toHaveLength(1)
    expectRefusal(
      await place(seller, packageId, { ...same, words: 'Something else.' }),
      'package_order.already_placed',
    )
    expectRefusal(
      await place(seller, packageId, { ...same, days: 6 }),
      'package_order.already_placed',
    )
    expectRefusal(await place(seller, packageId), 'package_order.already_waiting')
    await expectHidden(api(), await buildSeller(pool()), 'package_orders.place', {
      params: { id: packageId },
      body: same,
    })
    await decline(creator, same.id)
    expect((await place(seller, packageId)).status).toBe(200)
  })

  test('editing, pausing or deleting the package changes nothing for the brand that ordered it', async () => {
    const { seller, creator, packageId, order } = await placed()
    await api().call(creator, 'packages.update', {
      params: { id: packageId },
      body: packageInput({ title: 'Something else', price: 900 }),
    })
    const paused = await api().call(creator, 'packages.pause', { params: { id: packageId } })
    expect(paused.body.status).toBe('paused')
    await api().call(creator, 'packages.remove', { params: { id: packageId } })
    const read = await api().call(seller, 'package_orders.get', { params: { id: order.id } })
    expect(read.body).toMatchObject({
      price: 180,
      terms: { title: 'Two unboxing videos', price: 180 },
    })
    await accept(creator, order.id)
    const deal = await api().call(seller, 'projects.get', { params: { id: order.project_id } })
    expect(deal.body).toMatchObject({ accepted_price: 180, rounds: { agreed: 2 } })
  })

  test('the brand can neither edit nor publish what its creator was asked to accept', async () => {
    const { seller, order } = await placed()
    const params = { id: order.project_id }
    expectRefusal(
      await api().call(seller, 'projects.update', { params, body: { budget: 1 } }),
      'package_order.no_draft',
    )
    expectRefusal(
      await api().call(seller, 'projects.publish', { params }),
      'package_order.no_draft',
    )
  })
})

describe('accepting', () => {
  test('hires the creator and starts the project, once for ten clicks', async () => {
    const { seller, creator, order } = await placed()
    const clicks = await Promise.all(Array.from({ length: 10 }, () => accept(creator, order.id)))
    expect(clicks.map(({ body }) => body.status)).toEqual(Array(10).fill('accepted'))
    expect(await facts(order.project_id)).toEqual({
      project: 'in_progress',
      order: 'accepted',
      hired: 1,
      talks: 1,
      payment: null,
    })
    expect(await mailsTo(pool(), seller)).toEqual(['Maya Okafor accepted your order'])
    expectRefusal(await decline(creator, order.id), 'package_order.already_answered')
  })

  test('agrees the brief of the package: its pieces, its revisions and the chosen add-ons', async () => {
    const { seller, creator, order } = await placed({ add_ons: ['raw'], price: 220 })
    await accept(creator, order.id)
    for (const reader of [seller, creator]) {
      const params = { id: order.project_id }
      const { brief } = (await api().call(reader, 'projects.get', { params })).body
      expect(brief).toMatchObject({
        version: 1,
        agreed_at: expect.any(String),
        brief: { rounds: 2, items: [{ what: 'video', count: 2, seconds_max: 30 }] },
      })
      expect(brief?.brief.checks.map(({ text }) => text)).toContain('Raw footage')
    }
  })

  test('requires payouts to be set up, as applying does', async () => {
    const { seller, creator, packageId } = await market({ payoutReady: false })
    const { id, project_id: projectId } = (await place(seller, packageId)).body
    expectRefusal(await accept(creator, id), 'application.payout_setup_required')
    expect(await facts(projectId)).toMatchObject({ project: 'draft', order: 'waiting' })
  })

  test('is refused once the brand is banned; declining is not', async () => {
    const { seller, creator, order } = await placed()
    await execute(
      pool(),
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${seller.id}`,
    )
    expectRefusal(await accept(creator, order.id), 'package_order.brand_gone')
    expect((await decline(creator, order.id)).body.status).toBe('declined')
  })

  test('concurrently with declining and cancelling answers the order once, in one consistent state', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { seller, creator, order } = await placed()
      const replies = await Promise.all([
        accept(creator, order.id),
        cancel(seller, order.project_id),
        decline(creator, order.id),
      ])
      const now = await facts(order.project_id)
      // A brand may also cancel a project that has just started, before anything was paid.
      const isOver = now.project === 'cancelled' && now.hired === 0
      expect(now.order === 'accepted' || isOver).toBe(true)
      expect(['accepted', 'declined', 'cancelled']).toContain(now.order)
      for (const { status } of replies) expect([200, 409]).toContain(status)
      const moves = await rows<{ status: string }>(
        pool(),
        sql`select to_status as status from events
          where entity = 'package_order' and entity_id = ${order.id} order by id`,
      )
      expect(moves.map(({ status }) => status)).toEqual(['waiting', now.order])
    }
  })
})

describe('the charge after the acceptance', () => {
  const withCard = async (number: string) => {
    const one = await market()
    const card = await saveCard(world, one.seller, number)
    const { body: order } = await place(one.seller, one.packageId, { payment_method_id: card })
    return { ...one, card, order }
  }

  test('charges the card the brand chose, once, and holds the money', async () => {
    const { creator, order } = await withCard('4242424242424242')
    await Promise.all([accept(creator, order.id), accept(creator, order.id)])
    await expect.poll(async () => (await facts(order.project_id)).payment).toBe('held_in_escrow')
    expect(
      Object.values(world.stripe.state.charges).filter(
        (charge) => charge.amount === 18_000 && charge.status === 'succeeded',
      ),
    ).toHaveLength(1)
    await checkMoney(world)
  })

  test('a declined card leaves the ordinary funding open', async () => {
    const { seller, creator, order } = await withCard('4000000000000341')
    await accept(creator, order.id)
    await expect.poll(async () => (await facts(order.project_id)).payment).toBe('failed')
    const card = await saveCard(world, seller, '4242424242424242')
    const { body } = await api().call(seller, 'applications.accepted', {
      params: { id: order.project_id },
    })
    const paid = await api().call(seller, 'payments.create', {
      body: {
        project_id: order.project_id,
        application_id: body?.id ?? '',
        payment_method_id: card,
      },
    })
    expect(paid.body.status).toBe('held_in_escrow')
    await checkMoney(world)
  })

  test('nothing is charged when the card was removed meanwhile', async () => {
    const { seller, creator, card, order } = await withCard('4242424242424242')
    await api().call(seller, 'payment_methods.remove', { params: { id: card } })
    expect((await accept(creator, order.id)).body).toMatchObject({ charges_card: false })
    expect(await facts(order.project_id)).toMatchObject({ project: 'in_progress', payment: null })
  })
})

describe('the clock', () => {
  /** Runs the clock jobs once, this many hours from now. */
  async function lookAfter(hours: number) {
    api().setNow(new Date(Date.now() + hours * 3_600_000))
    await clockTasks(api().deps)['clocks.tick']({})
  }
  afterEach(() => api().setNow(null))

  test('ends an order that no one answered for 48 hours, and not before', async () => {
    const { seller, creator, order } = await placed()
    await lookAfter(47.9)
    expect(await facts(order.project_id)).toMatchObject({ order: 'waiting' })
    await lookAfter(48.1)
    expect(await facts(order.project_id)).toMatchObject({ project: 'cancelled', order: 'lapsed' })
    expectRefusal(await accept(creator, order.id), 'package_order.lapsed')
    expect(await mailsTo(pool(), seller)).toEqual(['Your order of “Two unboxing videos” is over'])
  })

  test('ends an accepted order that was not funded for 72 hours, and spares one whose payment has begun', async () => {
    const [poor, paying] = [await placed(), await placed()]
    for (const { creator, order } of [poor, paying]) await accept(creator, order.id)
    await execute(
      pool(),
      sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, funding_by)
        select project_id, id, ${paying.seller.id}, creator_id, proposed_price, 'page'
        from applications where project_id = ${paying.order.project_id}`,
    )
    await lookAfter(71.9)
    expect(await facts(poor.order.project_id)).toMatchObject({ project: 'in_progress' })
    await lookAfter(72.1)
    expect(await facts(poor.order.project_id)).toMatchObject({
      project: 'cancelled',
      order: 'lapsed',
    })
    expect(await facts(paying.order.project_id)).toMatchObject({
      project: 'in_progress',
      order: 'accepted',
    })
  })
})
