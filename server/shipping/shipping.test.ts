import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RouteKey } from '#contract/api.ts'
import { exportedTables } from '#server/account/export/exported-tables.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'
import type { Shipment } from '#contract/shipping-schemas.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildOffer,
  buildOperator,
  buildProject,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildListing } from '#tests/support/campaigns.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { ADDRESS } from '#tests/support/shipments.ts'

/** The product of a deal: who may do what to it, and when. */

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => api.setNow(null))

const PRODUCT = { product: 'Steel bottle', value: 45 }
const PARCEL = { carrier: 'Royal Mail', number: 'RM 123', link: 'https://track.example/RM123' }
type Deal = Awaited<ReturnType<typeof buildDeal>>
interface OfProject {
  project: { id: string }
}
const ask = <K extends RouteKey>(
  as: { id: string } | null,
  key: K,
  { project }: OfProject,
  body?: object,
) => api.call(as, key, { params: { id: project.id }, ...(body === undefined ? {} : { body }) })
const plan = (deal: Deal, body: object = PRODUCT) => ask(deal.seller, 'shipping.plan', deal, body)
const give = (deal: Deal, body: object = ADDRESS) =>
  ask(deal.creator, 'shipping.give_address', deal, body)
const ship = (deal: Deal, body: object = PARCEL) => ask(deal.seller, 'shipping.ship', deal, body)
const addressFor = async (as: BuiltUser, deal: OfProject) =>
  (await ask(as, 'shipping.address', deal)).body.address
const shown = async (as: BuiltUser, deal: OfProject) =>
  (await ask(as, 'shipping.get', deal)).body.shipment

/** A running deal whose product has reached this state. */
async function dealAt(status: 'address_wanted' | 'to_ship' | 'shipped', body: object = PRODUCT) {
  const deal = await buildDeal(api.pool)
  expect((await plan(deal, body)).status).toBe(200)
  if (status !== 'address_wanted') await give(deal)
  if (status === 'shipped') await ship(deal)
  expect(await shown(deal.seller, deal)).toMatchObject({ status })
  return deal
}

/** The deal ended at a moment. */
async function end({ project }: OfProject, to: 'completed' | 'cancelled', at: Date) {
  await execute(api.pool, sql`update projects set status = ${to} where id = ${project.id}`)
  await execute(
    api.pool,
    sql`insert into events (entity, entity_id, project_id, move, from_status, to_status, at)
      values ('project', ${project.id}, ${project.id}, ${to === 'completed' ? 'complete' : 'cancel'}, 'in_progress', ${to}, ${at})`,
  )
}

const daysFrom = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000)
const eventsOf = async ({ project }: OfProject) =>
  (
    await rows<{ move: string }>(
      api.pool,
      sql`select move from events where entity = 'shipment' and project_id = ${project.id} order by id`,
    )
  ).map(({ move }) => move)

describe('an address cannot be read', () => {
  test('by another creator, another brand, an operator or an anonymous visitor', async () => {
    const deal = await dealAt('to_ship')
    const rejected = await buildCreator(api.pool)
    await buildApplication(api.pool, {
      project: deal.project,
      creator: rejected,
      status: 'rejected',
    })
    const input = { params: { id: deal.project.id } }
    for (const stranger of [
      rejected,
      await buildCreator(api.pool),
      await buildSeller(api.pool),
      await buildOperator(api.pool),
    ])
      await expectHidden(api, stranger, 'shipping.address', input)
    expectRefusal(await ask(null, 'shipping.address', deal), 'request.unauthenticated')
    // An applicant who was not hired sees the project, but nothing of its parcel.
    expect(await shown(rejected, deal)).toBeNull()
  })

  test('or given before the hire', async () => {
    const seller = await buildSeller(api.pool)
    const project = await buildProject(api.pool, { seller })
    const application = await buildApplication(api.pool, { project })
    expect((await ask(seller, 'shipping.plan', { project }, PRODUCT)).status).toBe(200)
    for (const person of [seller, application.creator])
      expectRefusal(await ask(person, 'shipping.address', { project }), 'request.not_found')
    const early = await ask(application.creator, 'shipping.give_address', { project }, ADDRESS)
    expectRefusal(early, 'request.not_found')
    expectRefusal(await ask(seller, 'shipping.ship', { project }, PARCEL), 'shipping.not_hired')
  })

  test('from 90 days after the deal’s end, even if the clean-up has not run yet', async () => {
    for (const to of ['completed', 'cancelled'] as const) {
      const deal = await dealAt('to_ship')
      const ended = new Date('2031-05-01T12:00:00Z')
      await end(deal, to, ended)
      api.setNow(daysFrom(ended, 90 - 0.01))
      expect(await addressFor(deal.seller, deal)).toEqual(ADDRESS)
      api.setNow(daysFrom(ended, 90))
      for (const side of [deal.seller, deal.creator])
        expect(await addressFor(side, deal)).toBeNull()
    }
  })

  test('where it was sealed for another parcel, or with another secret', async () => {
    const [deal, other] = [await dealAt('to_ship'), await dealAt('to_ship')]
    await execute(
      api.pool,
      sql`update shipments set sealed_address =
          (select sealed_address from shipments from_other where project_id = ${other.project.id})
        where project_id = ${deal.project.id}`,
    )
    expect(await addressFor(deal.seller, deal)).toBeNull()
    expect(await addressFor(other.seller, other)).toEqual(ADDRESS)
    const { keys } = api.deps.config
    api.deps.config.keys = soleKey('another secret of thirty-two characters')
    expect(await addressFor(other.seller, other)).toBeNull()
    api.deps.config.keys = keys
  })
})

test('an address is in no table, event, notice or job as text', async () => {
  const deal = await dealAt('shipped')
  await ask(deal.creator, 'shipping.report', deal, { problem: 'damaged', words: 'Dented.' })
  const tables = await rows<{ name: string }>(
    api.pool,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth', 'graphile_worker')`,
  )
  expect(tables.length).toBeGreaterThan(50)
  for (const { name } of tables) {
    const found = await api.pool.query<{ hits: string }>(
      `select count(*) as hits from ${name} whole_row where row_to_json(whole_row)::text ~ 'Larkspur|BS1 4QZ'`,
    )
    expect({ name, hits: Number(found.rows[0]?.hits) }).toEqual({ name, hits: 0 })
  }
})

describe('a product cannot be planned', () => {
  test('by anyone but the owner', async () => {
    const deal = await buildDeal(api.pool)
    const input = { params: { id: deal.project.id }, body: PRODUCT }
    await expectHidden(api, await buildSeller(api.pool), 'shipping.plan', input)
    expectRefusal(await ask(deal.creator, 'shipping.plan', deal, PRODUCT), 'request.sellers_only')
  })

  test('once work was delivered, or the deal is over', async () => {
    const deal = await buildDeal(api.pool)
    await buildDeliverable(api.pool, { application: deal.application })
    expectRefusal(await plan(deal), 'shipping.too_late')
    await end(deal, 'completed', new Date())
    expectRefusal(await plan(deal), 'shipping.deal_over')
  })

  test('anew or dropped if the deal began with it, or once it has an address', async () => {
    const project = await buildProject(api.pool)
    const { seller } = project
    await ask(seller, 'shipping.plan', { project }, PRODUCT)
    const { id, creator } = await buildApplication(api.pool, { project })
    expect((await api.call(seller, 'applications.accept', { params: { id } })).status).toBe(200)
    const deal = { ...(await buildDeal(api.pool)), project, seller, creator }
    expectRefusal(await plan(deal, { product: 'A cap', value: 1 }), 'shipping.agreed')
    expectRefusal(await ask(seller, 'shipping.drop', deal), 'shipping.agreed')
    const added = await dealAt('to_ship')
    expectRefusal(await plan(added, { product: 'A cap', value: 1 }), 'shipping.expected')
    expectRefusal(await ask(added.seller, 'shipping.drop', added), 'shipping.expected')
  })

  test('without a name, or with an invalid value or number of days', async () => {
    const deal = await buildDeal(api.pool)
    expectInvalid(
      await plan(deal, { product: ' ', value: 0, days: 91 }),
      'product',
      'value',
      'days',
    )
    expectInvalid(await plan(deal, { ...PRODUCT, value: 1.005 }), 'value')
    expect((await plan(deal, { ...PRODUCT, value: 0.01, days: 90 })).status).toBe(200)
  })
})

describe('a parcel cannot be', () => {
  test('shipped before there is an address, by its creator, or once it arrived', async () => {
    const deal = await dealAt('address_wanted')
    expectRefusal(await ship(deal), 'shipping.no_address')
    expectRefusal(await ask(deal.creator, 'shipping.ship', deal, PARCEL), 'request.sellers_only')
    const arrived = await dealAt('shipped')
    await ask(arrived.creator, 'shipping.receive', arrived)
    expectRefusal(await ship(arrived), 'shipping.arrived')
    expectRefusal(await give(arrived), 'shipping.arrived')
    const late = await ask(arrived.creator, 'shipping.report', arrived, { problem: 'damaged' })
    expectRefusal(late, 'shipping.arrived')
  })

  test('received or reported before it is shipped, or given another address on its way', async () => {
    const deal = await dealAt('to_ship')
    expectRefusal(await ask(deal.creator, 'shipping.receive', deal), 'shipping.not_shipped')
    const early = await ask(deal.creator, 'shipping.report', deal, { problem: 'damaged' })
    expectRefusal(early, 'shipping.not_shipped')
    expect((await ship(deal)).status).toBe(200)
    expectRefusal(await give(deal), 'shipping.on_its_way')
  })

  test('acted on by strangers, or in a deal without a product', async () => {
    const deal = await dealAt('shipped')
    const params = { id: deal.project.id }
    const strange = { creator: await buildCreator(api.pool), seller: await buildSeller(api.pool) }
    await expectHidden(api, strange.creator, 'shipping.receive', { params })
    await expectHidden(api, strange.creator, 'shipping.give_address', { params, body: ADDRESS })
    await expectHidden(api, strange.seller, 'shipping.ship', { params, body: PARCEL })
    const bare = await buildDeal(api.pool)
    expectRefusal(await ship(bare), 'shipping.none')
    expectRefusal(await give(bare), 'shipping.none')
    expect(await shown(bare.seller, bare)).toBeNull()
  })

  test('tracked by a link that is not https', async () => {
    const deal = await dealAt('to_ship')
    for (const link of ['http://track.example/1', 'javascript:alert(1)', 'data:text/html,x'])
      expectInvalid(await ship(deal, { ...PARCEL, link }), 'link')
    expectInvalid(await ship(deal, { ...PARCEL, carrier: ' ' }), 'carrier')
    expect((await ship(deal, { carrier: 'A friend' })).body.shipment).toMatchObject({
      carrier: 'A friend',
      number: null,
      link: null,
    })
  })
})

describe('a product', () => {
  test('posted with a project is shown to everyone, and the hire asks the creator for an address', async () => {
    const project = await buildProject(api.pool)
    const { seller } = project
    await ask(seller, 'shipping.plan', { project }, { ...PRODUCT, days: 7 })
    const { id, creator } = await buildApplication(api.pool, { project })
    const posted = { product: 'Steel bottle', value: 45, days: 7, posted: true }
    const operator = await buildOperator(api.pool)
    for (const reader of [creator, await buildCreator(api.pool), operator])
      expect(await shown(reader, { project })).toMatchObject({ ...posted, status: 'planned' })
    await api.call(seller, 'applications.accept', { params: { id } })
    expect(await shown(creator, { project })).toMatchObject({ ...posted, status: 'address_wanted' })
    expect(await eventsOf({ project })).toEqual(['hire'])
    const { items } = (await api.call(creator, 'notifications.list')).body
    expect(items.map(({ sentence }) => sentence).join('\n')).toMatch(
      /is sending you “Steel bottle” \(\$45\.00\).*Enter your address/,
    )
  })

  test('of a listing is copied to the deal of each hire, and stays with the listing', async () => {
    const listing = await buildListing(api.pool, { seats: 2 })
    await ask(listing.seller, 'shipping.plan', { project: listing }, PRODUCT)
    for (let hire = 0; hire < 2; hire += 1) {
      const { id } = await buildApplication(api.pool, { project: listing })
      const hired = await api.call(listing.seller, 'applications.accept', { params: { id } })
      const deal = { project: { id: hired.body.project_id } }
      expect(deal.project.id).not.toBe(listing.id)
      expect(await shown(listing.seller, deal)).toMatchObject({
        status: 'address_wanted',
        value: 45,
      })
      expect(await shown(listing.seller, { project: listing })).toMatchObject({ status: 'planned' })
    }
  })

  test('supersedes the offers that named it when it is withdrawn before the hire', async () => {
    const project = await buildProject(api.pool)
    const { seller } = project
    const application = await buildApplication(api.pool, { project })
    await ask(seller, 'shipping.plan', { project }, PRODUCT)
    await buildOffer(api.pool, { application, by: 'seller' })
    expect((await ask(seller, 'shipping.drop', { project })).body.shipment).toBeNull()
    const offer = await oneRow<{ status: string }>(
      api.pool,
      sql`select status from offers where application_id = ${application.id}`,
    )
    expect(offer.status).toBe('superseded')
    expect(await eventsOf({ project })).toEqual([])
  })

  test('that was added to a deal can be changed and taken back until there is an address', async () => {
    const deal = await dealAt('address_wanted')
    const changed = await plan(deal, { product: 'Two bottles', value: 90 })
    expect(changed.body.shipment).toMatchObject({ value: 90, posted: false })
    expect((await ask(deal.seller, 'shipping.drop', deal)).status).toBe(200)
    expect((await ask(deal.seller, 'shipping.drop', deal)).status).toBe(200)
    expect(await eventsOf(deal)).toEqual(['plan', 'drop'])
  })

  test('passes every state from address to arrival, and repeated steps record no second event', async () => {
    const deal = await dealAt('address_wanted')
    expect((await give(deal)).body.shipment).toMatchObject({ status: 'to_ship' })
    for (const side of [deal.seller, deal.creator])
      expect(await addressFor(side, deal)).toEqual(ADDRESS)
    expect((await give(deal)).body.shipment).toMatchObject({ status: 'to_ship' })
    await give(deal, { ...ADDRESS, line1: '15 Larkspur Mews' })
    expect(await addressFor(deal.seller, deal)).toMatchObject({ line1: '15 Larkspur Mews' })
    expect((await ship(deal)).body.shipment).toMatchObject({ status: 'shipped', ...PARCEL })
    await ship(deal, { ...PARCEL, number: 'RM 124' })
    const problem = { problem: 'not_arrived', words: 'It is a week late.' }
    await ask(deal.creator, 'shipping.report', deal, problem)
    await ask(deal.creator, 'shipping.report', deal, problem)
    expect(await shown(deal.seller, deal)).toMatchObject({
      status: 'problem',
      number: 'RM 124',
      problem_words: 'It is a week late.',
    })
    await ship(deal, { ...PARCEL, number: 'RM 125' })
    await ask(deal.creator, 'shipping.receive', deal)
    expect((await ask(deal.creator, 'shipping.receive', deal)).body.shipment).toMatchObject({
      status: 'received',
      problem: null,
    })
    expect(await eventsOf(deal)).toEqual([
      'plan',
      'give_address',
      'correct_address',
      'ship',
      'report',
      'ship',
      'receive',
    ])
  })
})

describe('the arrival', () => {
  const deadlineAfter = async (product: object, agreed: string): Promise<string> => {
    const deal = await dealAt('shipped', product)
    await execute(
      api.pool,
      sql`update projects set deadline = ${agreed} where id = ${deal.project.id}`,
    )
    api.setNow(new Date('2031-05-10T09:00:00Z'))
    expect((await ask(deal.creator, 'shipping.receive', deal)).status).toBe(200)
    const { deadline, posted } = await oneRow<{ deadline: string; posted: string | null }>(
      api.pool,
      sql`select deadline, posted_deadline as posted from projects where id = ${deal.project.id}`,
    )
    // Anyone else still reads what was posted.
    expect(posted).toBe(deadline === agreed ? null : agreed)
    return deadline
  }

  test('starts the stated days, and never shortens the agreed time', async () => {
    expect(await deadlineAfter({ ...PRODUCT, days: 7 }, '2031-05-12')).toBe('2031-05-17')
    expect(await deadlineAfter({ ...PRODUCT, days: 7 }, '2031-06-30')).toBe('2031-06-30')
    expect(await deadlineAfter(PRODUCT, '2031-05-01')).toBe('2031-05-01')
  })
})

test('an address is exported to the person who gave it, and to no one else', async () => {
  const deal = await dealAt('to_ship')
  const seal = createAddressSeal(api.deps.config.keys)
  const exportOf = async ({ id }: BuiltUser) => {
    let text = ''
    for await (const { json, csv } of exportedTables(api.pool, id, seal)) text += json + csv
    return text
  }
  expect(await exportOf(deal.creator)).toContain(ADDRESS.line1)
  const ofBrand = await exportOf(deal.seller)
  expect(ofBrand).toContain('Steel bottle')
  expect(ofBrand).not.toContain('Larkspur')
})

test('a finished deal takes no address and no parcel', async () => {
  const deal = await dealAt('to_ship')
  await end(deal, 'completed', new Date())
  expectRefusal(await ship(deal), 'shipping.deal_over')
  expectRefusal(await give(deal), 'shipping.deal_over')
  expect(((await shown(deal.seller, deal)) satisfies Shipment | null)?.status).toBe('to_ship')
})
