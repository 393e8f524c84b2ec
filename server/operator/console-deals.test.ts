import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitPrice, usdFromCents } from '#contract/money.ts'
import { feeTerms } from '#contract/fees.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { addFeeTerms } from '#server/fees/fee-terms-store.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAgreedBrief,
  buildApplication,
  buildChecks,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildFile,
  buildOffer,
  buildOperator,
  buildPayment,
  buildProject,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildOrder } from '#tests/support/packages.ts'

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
})
afterAll(() => api.close())

const page = async (id: string) =>
  (await api.call(operator, 'operator.project', { params: { id } })).body
const handedIn = async (id: string, query: object = {}) =>
  (await api.call(operator, 'operator.deliverables', { params: { id }, query })).body

const BRIEF = {
  items: [{ id: 'reel', what: 'video', count: 1, label: 'Hook' }],
  checks: [
    { id: 'logo', text: 'The logo is there.', must: true, kind: 'judged', rule: null },
    { id: 'smile', text: 'Someone smiles.', must: false, kind: 'judged', rule: null },
  ],
}
const SECRET = 'Between the two of us.'

test('deliveries show version, state, files by item and check results, without anyone’s reasons and notes', async () => {
  const { project, creator, application } = await buildDeal(api.pool)
  const brief = await buildAgreedBrief(api.pool, application, BRIEF)
  const work = await buildDeliverable(api.pool, { application: { ...application, creator } })
  const second = await buildFile(api.pool, {
    owner: creator,
    bucket: 'deliverable-files',
    project,
  })
  await execute(
    api.pool,
    sql`insert into deliverable_files (deliverable_id, position, file_id, item_id)
      values (${work.id}, 2, ${second.id}, 'reel')`,
  )
  await buildChecks(api.pool, work, brief)
  await execute(
    api.pool,
    sql`update deliverable_checks set ticked = false, reason = ${SECRET}, holds = false, note = ${SECRET},
        answered_at = now() where deliverable_id = ${work.id} and check_id = 'logo'`,
  )
  const { rows, next } = await handedIn(project.id)
  const { id: _, ...delivery } = rows[0] ?? { id: '' }
  expect(next).toBeNull()
  expect(delivery).toMatchObject({
    version: 1,
    status: 'pending',
    brief_version: 1,
    files: [
      { position: 1, item_name: null, file_name: 'lamp.webp', file_type: 'image/webp' },
      { position: 2, item_name: 'Hook', file_name: 'lamp.webp', file_size: 1_024 },
    ],
    // The brand's answers are its draft until it responds to the version.
    checks: [
      { text: 'Number of files: 1 (Hook)', kind: 'machine', machine: null, found: null },
      { text: 'The logo is there.', must: true, machine: null, ticked: false, holds: null },
      { text: 'Someone smiles.', must: false, machine: null, ticked: true, holds: null },
    ],
  })
  await execute(
    api.pool,
    sql`update deliverables set status = 'approved', reviewed_at = now() where id = ${work.id}`,
  )
  const answered = await handedIn(project.id)
  expect(answered.rows[0]?.checks[1]).toMatchObject({ ticked: false, holds: false })
  const said = JSON.stringify(answered)
  for (const kept of [SECRET, 'file_url', 'http', 'reason', 'note'])
    expect(said).not.toContain(kept)
  expect((await page(project.id)).brief?.version).toBe(1)
})

test('deliveries are paged, the newest version first', async () => {
  const { project, creator, application } = await buildDeal(api.pool)
  const of = { ...application, creator }
  for (let version = 1; version <= 52; version += 1)
    await buildDeliverable(api.pool, { application: of, version })
  const first = await handedIn(project.id)
  expect(first.rows.map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, at) => 52 - at),
  )
  const rest = await handedIn(project.id, { after: first.next })
  expect(rest.rows.map(({ version }) => version)).toEqual([2, 1])
  expect(rest.next).toBeNull()
})

test('an order shows its package, the chosen add-ons and the creator’s net amount', async () => {
  const [seller, creator] = [await buildSeller(api.pool), await buildCreator(api.pool)]
  const order = await buildOrder(api.pool, { seller, creator })
  const orders = async () => (await page(order.project_id)).orders
  const ordered = { title: 'Two unboxing videos', price: 180, days: 7, rounds: 2 }
  expect(await orders()).toMatchObject([{ package: ordered, add_ons: [], price: 180, net: 153 }])
  await execute(
    api.pool,
    sql`update package_orders set add_ons = '{raw}', price = 22000 where id = ${order.id}`,
  )
  expect(await orders()).toMatchObject([
    {
      package: ordered,
      add_ons: [{ id: 'raw', label: 'Raw footage', price: 40, days: 0 }],
      price: 220,
      net: 187,
    },
  ])
})

test('offers and amendments show the creator’s net amount under the fee terms of their deal', async () => {
  const { project, application, creator } = await buildDeal(api.pool, { priceCents: 54_000 })
  await buildOffer(api.pool, { application, priceCents: 48_001, status: 'declined' })
  const change = (price: number | null) =>
    execute(
      api.pool,
      sql`insert into amendments (id, application_id, number, by, price, against_price, deliver_by, against_deliver_by,
          status, expires_at, created_at, answered_at)
        values (gen_random_uuid(), ${application.id},
          (select count(*) + 1 from amendments where application_id = ${application.id}), 'seller', ${price},
          ${price === null ? null : 54_000}, '2031-01-01', '2031-01-02', 'declined', now() + interval '1 day', now(), now())`,
    )
  await change(60_000)
  await change(null)
  // Deals made now have a different fee; this one keeps its own.
  const later = feeTerms(10, 2_000)
  await addFeeTerms(api.pool, later)
  const found = await page(project.id)
  expect(found).toMatchObject({ agreed_price: 540, agreed_net: 459 })
  expect(found.offers).toMatchObject([{ price: 480.01, net: 408.01 }])
  expect(found.amendments).toMatchObject([
    { number: 2, price: null, net: null },
    { number: 1, price: 600, net: 510 },
  ])
  // Before an acceptance, the fee is that of a deal made now.
  const open = await buildProject(api.pool)
  const asked = await buildApplication(api.pool, { project: open })
  await buildOffer(api.pool, { application: asked, priceCents: 10_000 })
  expect((await page(open.id)).offers).toMatchObject([
    { price: 100, net: usdFromCents(splitPrice(10_000, later).creatorCents) },
  ])
  expect(await page(open.id)).toMatchObject({ agreed_price: null, agreed_net: null })
  expect(creator.id).not.toBe(asked.creator_id)
})

test('an extra payment is split separately from the held one, and the minimum fee applies once', async () => {
  const terms = await addFeeTerms(api.pool, feeTerms(10, 2_000))
  const { project, application } = await buildDeal(api.pool, { priceCents: 10_000 })
  await execute(
    api.pool,
    sql`update applications set fee_terms_id = ${terms.id}, proposed_price = 15_000 where id = ${application.id}`,
  )
  const held = await buildPayment(api.pool, { application, status: 'held_in_escrow' })
  const { id: change } = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into amendments (id, application_id, number, by, price, against_price, extra, pay_by, against_deliver_by, status,
          expires_at, created_at, answered_at)
        values (gen_random_uuid(), ${application.id}, 1, 'seller', 15000, 10000, 5000, now() + interval '1 day', '2031-01-02',
          'accepted', now() + interval '1 day', now(), now()) returning id`,
  )
  await execute(
    api.pool,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, status, purpose, amendment_id, funded_at)
      select project_id, application_id, seller_id, creator_id, 5000, 'held_in_escrow', 'extra', ${change}, now()
      from payments where id = ${held.id}`,
  )
  // $100.00 − $20.00, and $50.00 − $5.00.
  const found = await page(project.id)
  expect(found).toMatchObject({ agreed_price: 150, agreed_net: 125 })
  expect(found.amendments).toMatchObject([{ price: 150, net: 125, extra: 50 }])
})
