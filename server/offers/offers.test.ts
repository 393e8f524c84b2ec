import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OFFER_LIMITS } from '#contract/offers.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildBrief,
  type BuiltUser,
  buildCreator,
  buildFile,
  buildOffer,
  buildOperator,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { mailsTo, refreshedPeople } from '#tests/support/jobs.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterEach(() => api.setNow(null))
afterAll(() => api.close())

const terms = () => ({ id: randomUUID(), price: 480, deliver_by: '2999-02-01', rounds: 1 })

const make = (as: BuiltUser | null, applicationId: string, body: object = terms()) =>
  api.call(as, 'offers.make', { params: { id: applicationId }, body })
const act = (as: BuiltUser, move: 'accept' | 'decline' | 'withdraw', id: string) =>
  api.call(as, `offers.${move}`, { params: { id } })
const read = (as: BuiltUser, applicationId: string) =>
  api.call(as, 'offers.list', { params: { id: applicationId } })

async function applied() {
  const project = await buildProject(api.pool)
  const application = await buildApplication(api.pool, { project })
  return { project, seller: project.seller, creator: application.creator, application }
}

const priceOf = async (id: string) =>
  (
    await oneRow<{ proposed_price: number }>(
      api.pool,
      sql`select proposed_price from applications where id = ${id}`,
    )
  ).proposed_price

const statusOf = async (table: 'projects' | 'applications' | 'offers', id: string) =>
  (await api.pool.query(`select status from ${table} where id = $1`, [id])).rows[0].status

const HOUR_MS = 60 * 60_000

describe('making an offer', () => {
  test('responds 404 to strangers, other applicants and other brands', async () => {
    const { project, application } = await applied()
    const other = await buildApplication(api.pool, { project })
    for (const stranger of [other.creator, await buildSeller(api.pool)]) {
      expectRefusal(await make(stranger, application.id), 'request.not_found')
      expectRefusal(await read(stranger, application.id), 'request.not_found')
    }
    expectRefusal(await make(project.seller, randomUUID()), 'request.not_found')
  })

  test('refuses invalid values, naming the field', async () => {
    const { seller, application } = await applied()
    for (const [field, value] of [
      ['price', 0.99],
      ['price', 10.001],
      ['price', 10_000_000_000],
      ['rounds', 6],
      ['rounds', -1],
      ['hours', 23],
      ['hours', 14 * 24 + 1],
      ['deliver_by', 'soon'],
      ['note', 'x'.repeat(1_001)],
    ] as const) {
      expectInvalid(await make(seller, application.id, { ...terms(), [field]: value }), field)
    }
    const past = await make(seller, application.id, { ...terms(), deliver_by: '2020-01-01' })
    expect(expectRefusal(past, 'offer.date_past').fields).toHaveProperty('deliver_by')
  })

  test('with the terms that already apply is refused', async () => {
    const { seller, application } = await applied()
    const { body } = await read(seller, application.id)
    expectRefusal(
      await make(seller, application.id, { ...terms(), ...body.terms, items: undefined }),
      'offer.nothing_new',
    )
  })

  test('shows both sides the offer next to the terms it changes, and notifies only the other side', async () => {
    const { project, seller, creator, application } = await applied()
    const body = { ...terms(), note: '  Two reels are enough.  ' }
    const made = await make(seller, application.id, body)
    const [offer] = made.body.offers
    expect(offer).toMatchObject({
      number: 1,
      by: 'seller',
      price: 480,
      rounds: 1,
      note: 'Two reels are enough.',
      hire_at_once: true,
      status: 'open',
      against: { price: 540, rounds: 2, items: null },
    })
    expect(Date.parse(offer?.expires_at ?? '') - Date.parse(offer?.created_at ?? '')).toBe(
      OFFER_LIMITS.hours.usual * HOUR_MS,
    )
    expect((await read(creator, application.id)).body).toEqual(made.body)
    expect(await mailsTo(api.pool, creator)).toEqual([
      `Ellen Harrow Goods made an offer for “${project.title}”: $480.00 ($408.00 for you)`,
    ])
    expect(await mailsTo(api.pool, seller)).toEqual([])
    expect((await refreshedPeople(api.pool, project.id)).toSorted()).toEqual(
      [seller.id, creator.id].toSorted(),
    )
    const shown = await api.call(await buildOperator(api.pool), 'operator.project', {
      params: { id: project.id },
    })
    expect(shown.body).toMatchObject({
      agreed_price: null,
      rounds: null,
      offers: [{ price: 480, rounds: 1, items: null, expires_at: offer?.expires_at }],
    })
    expect(JSON.stringify(shown.body.offers)).not.toContain('Two reels are enough.')
  })

  test('twice with the same id is one offer; the same id with other terms is refused', async () => {
    const { seller, creator, application } = await applied()
    const body = terms()
    const first = await make(seller, application.id, body)
    expect(await make(seller, application.id, body)).toEqual(first)
    for (const other of [
      { price: 481 },
      { rounds: 2 },
      { deliver_by: '2999-02-02' },
      { note: 'x' },
      { hours: 48 },
      { hire_at_once: false },
    ])
      expectRefusal(await make(seller, application.id, { ...body, ...other }), 'offer.another')
    expectRefusal(await make(creator, application.id, body), 'offer.another')
    const elsewhere = await applied()
    expectRefusal(await make(elsewhere.seller, elsewhere.application.id, body), 'offer.another')
    expect((await read(seller, application.id)).body.offers).toHaveLength(1)
  })

  test('is refused while an offer is open, unless it is a counter to the other side’s open offer', async () => {
    const { seller, creator, application } = await applied()
    const offer = terms()
    await make(seller, application.id, offer)
    expectRefusal(await make(seller, application.id), 'offer.already_open')
    expectRefusal(await make(creator, application.id), 'offer.another_waits')
    expectRefusal(
      await make(creator, application.id, { ...terms(), answers: randomUUID() }),
      'offer.answered',
    )
    const counter = await make(creator, application.id, {
      ...terms(),
      price: 510,
      answers: offer.id,
    })
    expect(counter.body.offers.map(({ status, by }) => ({ status, by }))).toEqual([
      { status: 'superseded', by: 'seller' },
      { status: 'open', by: 'creator' },
    ])
    expect(counter.body.offers[1]).toMatchObject({
      answers: offer.id,
      against: { price: 480, deliver_by: '2999-02-01', rounds: 1 },
    })
  })

  test(`is refused after ${OFFER_LIMITS.most} offers of both sides together`, async () => {
    const { seller, creator, application } = await applied()
    for (let number = 1; number <= OFFER_LIMITS.most; number += 1) {
      const by = number % 2 === 0 ? creator : seller
      const body = terms()
      expect((await make(by, application.id, body)).status).toBe(200)
      await act(by, 'withdraw', body.id)
    }
    for (const by of [seller, creator])
      expectRefusal(await make(by, application.id), 'offer.too_many')
  })

  test('is refused once the application was answered, and where the project is no longer open', async () => {
    for (const [status, code] of [
      ['in_progress', 'application.project_filled'],
      ['cancelled', 'project.closed'],
    ] as const) {
      const project = await buildProject(api.pool, { status })
      const { id, creator } = await buildApplication(api.pool, { project })
      expectRefusal(await make(project.seller, id), code)
      expectRefusal(await make(creator, id), code)
    }
    const rejected = await applied()
    await api.call(rejected.seller, 'applications.reject', {
      params: { id: rejected.application.id },
    })
    expectRefusal(
      await make(rejected.seller, rejected.application.id),
      'application.already_answered',
    )
  })

  test('by a creator requires payout setup, as do applying and accepting one', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool, { payoutReady: false })
    const applying = await api.call(creator, 'applications.submit', {
      params: { id: project.id },
      body: { message: 'I film in a kitchen.', proposed_price: 500 },
    })
    expectRefusal(applying, 'application.payout_setup_required')
    const application = await buildApplication(api.pool, { project, creator })
    expectRefusal(await make(creator, application.id), 'application.payout_setup_required')
    const { id } = await buildOffer(api.pool, { application })
    expectRefusal(await act(creator, 'accept', id), 'application.payout_setup_required')
    expect(await statusOf('offers', id)).toBe('open')
  })
})

describe('accepting', () => {
  test('by the creator agrees the price and date, and hires at once', async () => {
    const { project, seller, creator, application } = await applied()
    const other = await buildApplication(api.pool, { project })
    const theirs = await buildOffer(api.pool, { application: other, by: 'creator' })
    const offer = terms()
    await make(seller, application.id, offer)
    const { status, body } = await act(creator, 'accept', offer.id)
    expect(status).toBe(200)
    expect(body.terms).toMatchObject({ price: 480, deliver_by: '2999-02-01', rounds: 1 })
    expect(await priceOf(application.id)).toBe(48_000)
    expect(await statusOf('applications', application.id)).toBe('accepted')
    expect(await statusOf('applications', other.id)).toBe('rejected')
    expect(await statusOf('offers', theirs.id)).toBe('superseded')
    const page = await api.call(creator, 'projects.get', { params: { id: project.id } })
    expect(page.body).toMatchObject({
      status: 'in_progress',
      deadline: '2999-02-01',
      accepted_price: 480,
      rounds: { agreed: 1, used: 0 },
    })
    const accepted = await api.call(seller, 'applications.accepted', { params: { id: project.id } })
    expect(accepted.body).toMatchObject({ first_price: 540, proposed_price: 480 })
    const talks = await rows(
      api.pool,
      sql`select 1 from conversations where project_id = ${project.id}`,
    )
    expect(talks).toHaveLength(1)
    expect(await mailsTo(api.pool, seller)).toContain(
      `Maya Okafor accepted your offer for “${project.title}”`,
    )
    // The creator accepted it themselves, so nothing further is news to them.
    expect(await mailsTo(api.pool, creator)).toHaveLength(1)
  })

  test('by the creator of an offer that does not hire at once leaves the hire to the brand', async () => {
    const { project, seller, creator, application } = await applied()
    const offer = { ...terms(), hire_at_once: false }
    await make(seller, application.id, offer)
    await act(creator, 'accept', offer.id)
    expect(await priceOf(application.id)).toBe(48_000)
    expect(await statusOf('applications', application.id)).toBe('pending')
    expect(await statusOf('projects', project.id)).toBe('active')
    const listed = await api.call(seller, 'applications.for_project', {
      params: { id: project.id },
    })
    expect(listed.body[0]).toMatchObject({ proposed_price: 480 })
    await api.call(seller, 'applications.accept', { params: { id: application.id } })
    const page = await api.call(seller, 'projects.get', { params: { id: project.id } })
    expect(page.body).toMatchObject({ deadline: '2999-02-01', rounds: { agreed: 1, used: 0 } })
  })

  test('by the brand of a creator’s counter hires at that price, like an ordinary accept', async () => {
    const { project, seller, creator, application } = await applied()
    const { id: first } = await buildOffer(api.pool, { application })
    const counter = { ...terms(), price: 510.5, answers: first }
    await make(creator, application.id, counter)
    expect((await act(seller, 'accept', counter.id)).status).toBe(200)
    expect(await priceOf(application.id)).toBe(51_050)
    expect(await statusOf('projects', project.id)).toBe('in_progress')
    expect(await mailsTo(api.pool, creator)).toEqual([`You were accepted for “${project.title}”`])
  })

  test('twice changes nothing the second time', async () => {
    const { seller, creator, application } = await applied()
    const { id } = await buildOffer(api.pool, { application })
    const first = await act(creator, 'accept', id)
    expect(await act(creator, 'accept', id)).toEqual(first)
    const events = await rows(
      api.pool,
      sql`select move from events where entity = 'offer' and entity_id = ${id}`,
    )
    expect(events).toEqual([{ move: 'accept' }])
    expect(await mailsTo(api.pool, seller)).toHaveLength(1)
  })

  test('is refused once the offer’s delivery date or expiry has passed', async () => {
    const { creator, application } = await applied()
    const { id } = await buildOffer(api.pool, { application, deliverBy: '2020-01-01' })
    expectRefusal(await act(creator, 'accept', id), 'offer.date_over')
    api.setNow(new Date(Date.now() + 73 * HOUR_MS))
    for (const move of ['accept', 'decline'] as const)
      expectRefusal(await act(creator, move, id), 'offer.expired')
    expect((await read(creator, application.id)).body.offers[0]?.status).toBe('expired')
    expect(await priceOf(application.id)).toBe(54_000)
  })

  test('is refused while the brand’s rejection can still be undone, though the offer still shows as open', async () => {
    const { seller, creator, application } = await applied()
    const { id } = await buildOffer(api.pool, { application })
    await api.call(seller, 'applications.reject', { params: { id: application.id } })
    expect((await read(creator, application.id)).body.offers[0]?.status).toBe('open')
    expectRefusal(await act(creator, 'accept', id), 'offer.answered')
    expect(await statusOf('offers', id)).toBe('open')
    await api.call(seller, 'applications.undo_reject', { params: { id: application.id } })
    expect((await act(creator, 'accept', id)).status).toBe(200)
  })
})

describe('a banned person', () => {
  const ban = (user: BuiltUser) =>
    execute(
      api.pool,
      sql`update auth.users set banned_until = now() + interval '1 year' where id = ${user.id}`,
    )

  test('cannot hire through an open offer, or be made a new one', async () => {
    const first = await applied()
    await make(first.seller, first.application.id)
    const offered = (await read(first.creator, first.application.id)).body.offers[0]
    await ban(first.seller)
    expectRefusal(await act(first.creator, 'accept', offered?.id ?? ''), 'offer.other_side_gone')
    expect(await statusOf('projects', first.project.id)).toBe('active')
    expect((await act(first.creator, 'decline', offered?.id ?? '')).status).toBe(200)

    const second = await applied()
    await ban(second.creator)
    expectRefusal(await make(second.seller, second.application.id), 'offer.other_side_gone')
  })
})

describe('an open offer', () => {
  test.each([
    { title: 'Ten videos' },
    { description: 'Ten videos, not one.' },
    { product_details: 'Ten lids.' },
  ])('ends when the project’s text changes: %o', async (change) => {
    const { project, seller, creator, application } = await applied()
    await make(seller, application.id)
    const edited = await api.call(seller, 'projects.update', {
      params: { id: project.id },
      body: change,
    })
    expect(edited.status).toBe(200)
    const [offer] = (await read(creator, application.id)).body.offers
    expect(offer?.status).toBe('superseded')
    expectRefusal(await act(creator, 'accept', offer?.id ?? ''), 'offer.answered')
    // Its creator gets one notice; its brand gets none, having just done it.
    const told = await api.pool.query<{ user_id: string }>(
      `select user_id from notifications where notice = 'offer.overtake' and user_id = any($1)`,
      [[creator.id, seller.id]],
    )
    expect(told.rows).toEqual([{ user_id: creator.id }])
  })

  test('stays open when only the budget, the deadline or the pictures change', async () => {
    const { project, seller, creator, application } = await applied()
    await make(seller, application.id)
    const picture = await buildFile(api.pool, { owner: seller })
    const change = { budget: 999, deadline: '2999-12-31', product_images: [picture.url] }
    const edited = await api.call(seller, 'projects.update', {
      params: { id: project.id },
      body: change,
    })
    expect(edited.body).toMatchObject(change)
    expect((await read(creator, application.id)).body.offers[0]?.status).toBe('open')
  })
})

test('a hire is refused once the agreed date has passed', async () => {
  const { project, seller, creator, application } = await applied()
  await make(seller, application.id, { ...terms(), hire_at_once: false })
  const [offer] = (await read(creator, application.id)).body.offers
  expect((await act(creator, 'accept', offer?.id ?? '')).status).toBe(200)
  api.setNow(new Date('2999-02-02T00:00:00Z'))
  const accepted = await api.call(seller, 'applications.accept', { params: { id: application.id } })
  expectRefusal(accepted, 'offer.date_over')
  expect(await statusOf('projects', project.id)).toBe('active')
})

test('once the date has passed and all offers were made, the refusal names no other offer', async () => {
  const { project, seller, creator, application } = await applied()
  const agreed = { ...terms(), hire_at_once: false }
  await make(seller, application.id, agreed)
  expect((await act(creator, 'accept', agreed.id)).status).toBe(200)
  for (let number = 2; number <= OFFER_LIMITS.most; number += 1) {
    const body = { ...terms(), price: 480 + number, hours: OFFER_LIMITS.hours.most }
    expect((await make(seller, application.id, body)).status).toBe(200)
    if (number < OFFER_LIMITS.most) await act(seller, 'withdraw', body.id)
    else
      await execute(
        api.pool,
        sql`update offers set expires_at = '2999-02-14' where id = ${body.id}`,
      )
  }
  const last = (await read(creator, application.id)).body.offers.at(-1)
  api.setNow(new Date('2999-02-02T00:00:00Z'))
  expectRefusal(await act(creator, 'accept', last?.id ?? ''), 'offer.last_date_over')
  const accept = () => api.call(seller, 'applications.accept', { params: { id: application.id } })
  expectRefusal(await accept(), 'offer.last_date_over')
  expect(await statusOf('projects', project.id)).toBe('active')
})

test('an expired offer blocks neither side, even before the clock has closed it', async () => {
  for (const side of ['seller', 'creator'] as const) {
    const deal = await applied()
    await make(deal.seller, deal.application.id)
    api.setNow(new Date(Date.now() + OFFER_LIMITS.hours.usual * HOUR_MS))
    const made = await make(deal[side], deal.application.id, { ...terms(), price: 470 })
    expect(made.body.offers.map(({ status }) => status)).toEqual(['expired', 'open'])
    api.setNow(null)
  }
})

describe('an open offer ends with its application', () => {
  test.each([
    ['accepted', 'applications.accept'],
    ['cancelled with its project', 'projects.cancel'],
  ] as const)('%s', async (_, key) => {
    const { project, seller, creator, application } = await applied()
    const { id } = await buildOffer(api.pool, { application })
    const about = key === 'projects.cancel' ? project : application
    await api.call(seller, key, { params: { id: about.id } })
    expect(await statusOf('offers', id)).toBe('superseded')
    expectRefusal(await act(creator, 'accept', id), 'offer.answered')
    expect(await priceOf(application.id)).toBe(54_000)
  })
})

test('the waiting list shows each side only the open offers it has to answer', async () => {
  const { project, seller, creator, application } = await applied()
  const { id } = await buildOffer(api.pool, { application })
  const waiting = async (as: BuiltUser) => (await api.call(as, 'offers.waiting')).body
  expect(await waiting(creator)).toMatchObject([
    { id, price: 480, project: { title: project.title }, from: 'Ellen Harrow Goods' },
  ])
  expect(await waiting(seller)).toEqual([])
  const counter = { ...terms(), answers: id }
  await make(creator, application.id, counter)
  expect(await waiting(creator)).toEqual([])
  expect(await waiting(seller)).toMatchObject([{ id: counter.id, from: 'Maya Okafor' }])
  await execute(api.pool, sql`update projects set status = 'cancelled' where id = ${project.id}`)
  expect(await waiting(seller)).toEqual([])
})

test('the waiting list begins with the offer that expires soonest', async () => {
  const creator = await buildCreator(api.pool)
  const offerFor = async (hours: number) => {
    const application = await buildApplication(api.pool, { creator })
    const expiresAt = new Date(Date.now() + hours * HOUR_MS)
    return (await buildOffer(api.pool, { application, expiresAt })).id
  }
  const [second, first, third] = [await offerFor(48), await offerFor(24), await offerFor(72)]
  const { body } = await api.call(creator, 'offers.waiting')
  expect(body.map(({ id }) => id)).toEqual([first, second, third])
})

describe('the items of an offer', () => {
  const reel = (count: number) => ({ id: 'reel', what: 'video', count, ratio: '9:16' })
  const briefOf = async (project: { id: string }) =>
    oneRow<{ version: number; agreed: number; items: { count: number }[]; checks: string[] }>(
      api.pool,
      sql`select projects.brief_version as version, applications.brief_version as agreed, brief -> 'items' as items,
          (select array_agg(entry ->> 'text') from jsonb_array_elements(brief -> 'checks') entry) as checks
        from projects join applications on applications.project_id = projects.id and applications.status = 'accepted'
        join project_briefs briefs on briefs.project_id = projects.id and briefs.version = projects.brief_version
        where projects.id = ${project.id}`,
    )

  test('require a brief, unique ids and counts within the limits', async () => {
    const { seller, application, project } = await applied()
    const offered = { ...terms(), items: [reel(2)] }
    expectRefusal(await make(seller, application.id, offered), 'offer.no_brief')
    await buildBrief(api.pool, project.id)
    for (const items of [[], [reel(0)], [reel(1), reel(1)], [reel(20), { ...reel(1), id: 'b' }]])
      expectRefusal(await make(seller, application.id, { ...terms(), items }), 'request.invalid')
    expect((await make(seller, application.id, offered)).body.offers[0]?.items).toMatchObject([
      reel(2),
    ])
  })

  test('are stored as null when they equal the brief’s, and count as a change when they differ', async () => {
    const { seller, creator, application, project } = await applied()
    const { items } = await buildBrief(api.pool, project.id)
    const { body } = await read(creator, application.id)
    expect(body.brief_items).toEqual(items)
    const { price, deliver_by, rounds } = body.terms
    const same = { id: randomUUID(), price, deliver_by, rounds, items }
    expectRefusal(await make(seller, application.id, same), 'offer.nothing_new')
    const more = await make(seller, application.id, { ...same, items: [reel(2)] })
    expect(more.body.offers[0]).toMatchObject({ against: { items: null }, items: [reel(2)] })
    // Back to the brief's own terms: a counter-offer like any other.
    const back = { ...same, id: randomUUID(), answers: more.body.offers[0]?.id ?? '' }
    const countered = await make(creator, application.id, back)
    expect(countered.body.offers.at(-1)).toMatchObject({
      items: null,
      against: { items: [reel(2)] },
    })
  })

  test('with the brief as it is by then, have at most 20 checks, or no one is hired', async () => {
    const { seller, creator, application, project } = await applied()
    await buildBrief(api.pool, project.id)
    const items = [{ ...reel(3), seconds_max: 20, min_width: 1080, sound: true }]
    const { body } = await make(seller, application.id, {
      ...terms(),
      items,
      hire_at_once: false,
    })
    expect((await act(creator, 'accept', body.offers[0]?.id ?? '')).status).toBe(200)
    const edit = (judged: number) => {
      const checks = Array.from({ length: judged }, (_, n) => ({
        id: `own-${n}`,
        text: `Look ${n}`,
        kind: 'judged',
        must: true,
      }))
      const brief = { items: [{ id: 'photo', what: 'photo', count: 1 }], checks }
      return api.call(seller, 'projects.update', { params: { id: project.id }, body: { brief } })
    }
    const hire = () => api.call(seller, 'applications.accept', { params: { id: application.id } })
    expect((await edit(16)).status).toBe(200)
    expectRefusal(await hire(), 'brief.too_many_checks')
    expect(await statusOf('projects', project.id)).toBe('active')
    expect((await edit(15)).status).toBe(200)
    expect((await hire()).status).toBe(200)
    expect((await briefOf(project)).checks).toHaveLength(20)
  })

  test('become the brief that is agreed, with its checks and a generated description', async () => {
    const { seller, creator, application, project } = await applied()
    await buildBrief(api.pool, project.id)
    await execute(
      api.pool,
      sql`update projects set description_generated = true where id = ${project.id}`,
    )
    const other = await buildApplication(api.pool, { project })
    const { deadline: posted } = await oneRow<{ deadline: string }>(
      api.pool,
      sql`select deadline from projects where id = ${project.id}`,
    )
    const { body } = await make(seller, application.id, {
      ...terms(),
      items: [{ ...reel(3), seconds_max: 20 }],
    })
    const accepted = await act(creator, 'accept', body.offers[0]?.id ?? '')
    expect(accepted.status).toBe(200)
    const agreed = await briefOf(project)
    expect(agreed).toMatchObject({ version: 2, agreed: 2, items: [{ count: 3, seconds_max: 20 }] })
    expect(agreed.checks).toHaveLength(3)
    const shown = await api.call(creator, 'projects.get', { params: { id: project.id } })
    expect(shown.body.description).toContain('up to 20 s')
    // Applicants who were not hired still read the brief as it was posted.
    const { body: others } = await api.call(other.creator, 'projects.get', {
      params: { id: project.id },
    })
    expect(others).toMatchObject({ brief: { version: 1, agreed_at: null }, deadline: posted })
    expect(others.description).not.toContain('up to 20 s')
  })
})
