import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { AMENDMENT_LIMITS } from '#contract/amendments.ts'
import { describeBrief } from '#contract/brief-text.ts'
import type { Brief } from '#contract/briefs.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAmendment,
  buildApplication,
  buildBrief,
  buildDeal,
  buildOffer,
  buildPayment,
  type BuiltUser,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildShipment } from '#tests/support/shipments.ts'
import { mailsTo, refreshedPeople } from '#tests/support/jobs.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterEach(() => api.setNow(null))
afterAll(() => api.close())

const HOUR_MS = 60 * 60_000
const change = () => ({ id: randomUUID(), deliver_by: '2999-02-01' })

const propose = (as: BuiltUser | null, projectId: string, body: object = change()) =>
  api.call(as, 'amendments.propose', { params: { id: projectId }, body })
const act = (as: BuiltUser, move: 'accept' | 'decline' | 'withdraw', id: string) =>
  api.call(as, `amendments.${move}`, { params: { id } })
const read = (as: BuiltUser, projectId: string) =>
  api.call(as, 'amendments.list', { params: { id: projectId } })
const page = async (as: BuiltUser, id: string) =>
  (await api.call(as, 'projects.get', { params: { id } })).body

const versionsOf = (id: string) =>
  rows<{ version: number }>(
    api.pool,
    sql`select version from project_briefs where project_id = ${id} order by version`,
  )
const agreedOf = (applicationId: string) =>
  oneRow<{ agreed: number | null; current: number | null; description: string }>(
    api.pool,
    sql`select applications.brief_version as agreed, projects.brief_version as current, description
      from applications join projects on projects.id = project_id where applications.id = ${applicationId}`,
  )

/** The date that every deal in this file begins with. */
const FIRST_DATE = new Date(Date.now() + 30 * 24 * HOUR_MS).toISOString().slice(0, 10)

/** A running deal with an agreed brief. */
async function briefed() {
  const deal = await buildDeal(api.pool, { deadline: FIRST_DATE })
  const brief = await buildBrief(api.pool, deal.project.id)
  await execute(
    api.pool,
    sql`update applications set brief_version = 1 where id = ${deal.application.id}`,
  )
  return { ...deal, brief }
}

/** What the brief form sends. */
const written = ({ checks, ...brief }: Brief, changes: Partial<Brief> = {}) => ({
  ...brief,
  checks: checks.filter(({ rule }) => rule === null),
  ...changes,
})

describe('proposing a change', () => {
  test('again with the same id changes nothing, even once other changes were agreed on', async () => {
    const deal = await buildDeal(api.pool, { priceCents: 54_000 })
    const { rounds } = (await read(deal.seller, deal.project.id)).body.terms
    // Names the agreed price and rounds, which it leaves unchanged.
    const body = { ...change(), price: 540, rounds }
    await propose(deal.seller, deal.project.id, body)
    expect((await act(deal.creator, 'accept', body.id)).status).toBe(200)
    for (const changed of [{ price: 600 }, { rounds: rounds + 1 }, { price: 650 }]) {
      const id = randomUUID()
      await propose(deal.creator, deal.project.id, { id, ...changed })
      expect((await act(deal.seller, 'accept', id)).status).toBe(200)
    }
    const before = (await read(deal.seller, deal.project.id)).body
    const repeated = await propose(deal.seller, deal.project.id, body)
    expect(repeated.status).toBe(200)
    expect(repeated.body).toEqual(before)
    const other = await propose(deal.seller, deal.project.id, { ...body, price: 600 })
    expectRefusal(other, 'amendment.another')
  })

  test('is refused as not found to strangers, and to anyone while no one is hired', async () => {
    const { project, seller } = await buildDeal(api.pool, { deadline: FIRST_DATE })
    const other = await buildApplication(api.pool, { project, status: 'rejected' })
    for (const stranger of [other.creator, await buildSeller(api.pool)]) {
      expectRefusal(await propose(stranger, project.id), 'request.not_found')
      expectRefusal(await read(stranger, project.id), 'request.not_found')
    }
    const open = await buildProject(api.pool, { seller })
    await buildApplication(api.pool, { project: open })
    expectRefusal(await propose(seller, open.id), 'request.not_found')
    expectRefusal(await read(seller, open.id), 'request.not_found')
  })

  test('refuses an invalid value, naming its field', async () => {
    const { seller, project } = await briefed()
    for (const [field, value] of [
      ['hours', 23],
      ['hours', 14 * 24 + 1],
      ['deliver_by', 'soon'],
      ['note', 'x'.repeat(1_001)],
    ] as const)
      expectInvalid(await propose(seller, project.id, { ...change(), [field]: value }), field)
    expectInvalid(
      await propose(seller, project.id, { ...change(), brief: { items: [] } }),
      'brief.items',
    )
    const past = await propose(seller, project.id, { ...change(), deliver_by: '2020-01-01' })
    expect(expectRefusal(past, 'amendment.date_past').fields).toHaveProperty('deliver_by')
  })

  test('to the terms already agreed is refused, including the rounds agreed in an offer', async () => {
    const { seller, project, application, brief } = await briefed()
    await buildOffer(api.pool, { application, rounds: 4, status: 'accepted' })
    const { terms } = (await read(seller, project.id)).body
    expect(terms.brief).toEqual({ ...brief, rounds: 4 })
    const nothing = { id: randomUUID() }
    expectRefusal(await propose(seller, project.id, nothing), 'amendment.nothing_new')
    const same = {
      ...nothing,
      deliver_by: terms.deliver_by,
      brief: written(terms.brief as Brief),
    }
    expectRefusal(await propose(seller, project.id, same), 'amendment.nothing_new')
  })

  test('based on outdated terms is refused, but resending a proposal already sent succeeds', async () => {
    const { project, seller, creator } = await buildDeal(api.pool, { deadline: FIRST_DATE })
    const begun = { ...change(), deliver_by: '2999-03-01', agreed: 0 }
    const first = { ...change(), agreed: 0 }
    expect((await propose(creator, project.id, first)).status).toBe(200)
    expect((await act(seller, 'accept', first.id)).status).toBe(200)
    expectRefusal(await propose(seller, project.id, begun), 'amendment.terms_changed')
    // A proposal that was already sent still counts as sent.
    expect((await propose(creator, project.id, first)).status).toBe(200)
    expect((await propose(seller, project.id, { ...begun, agreed: 1 })).status).toBe(200)
  })

  test('shows both sides what would change, and notifies only the other side', async () => {
    const { project, seller, creator, brief } = await briefed()
    const body = {
      ...change(),
      brief: written(brief, { say: ['Under ten dollars'] }),
      note: '  The product ships late.  ',
    }
    const made = await propose(seller, project.id, body)
    const [amendment] = made.body.amendments
    expect(amendment).toMatchObject({
      number: 1,
      by: 'seller',
      deliver_by: '2999-02-01',
      against_deliver_by: FIRST_DATE,
      changes_brief: true,
      brief: { say: ['Under ten dollars'] },
      brief_version: null,
      note: 'The product ships late.',
      status: 'proposed',
    })
    expect(Date.parse(amendment?.expires_at ?? '') - Date.parse(amendment?.created_at ?? '')).toBe(
      AMENDMENT_LIMITS.hours.usual * HOUR_MS,
    )
    expect((await read(creator, project.id)).body).toEqual(made.body)
    expect(await page(creator, project.id)).toMatchObject({
      deadline: FIRST_DATE,
      brief: { version: 1, brief: { say: [] } },
    })
    expect(await mailsTo(api.pool, creator)).toEqual([
      `Ellen Harrow Goods proposes a change to “${project.title}”`,
    ])
    expect(await mailsTo(api.pool, seller)).toEqual([])
    expect((await refreshedPeople(api.pool, project.id)).toSorted()).toEqual(
      [seller.id, creator.id].toSorted(),
    )
  })

  test('twice with the same id is idempotent; reusing the id for a different change is refused', async () => {
    const { project, seller, creator, brief } = await briefed()
    const body = { ...change(), brief: written(brief, { rounds: 3 }) }
    const first = await propose(seller, project.id, body)
    expect((await propose(seller, project.id, body)).body).toEqual(first.body)
    for (const other of [
      { ...body, deliver_by: '2999-02-02' },
      { ...body, brief: null },
      { ...body, brief: written(brief, { rounds: 4 }) },
      { ...body, note: 'Please.' },
      { ...body, hours: 24 },
    ])
      expectRefusal(await propose(seller, project.id, other), 'amendment.another')
    expectRefusal(await propose(creator, project.id, body), 'amendment.another')
    await act(creator, 'accept', body.id)
    expect((await propose(seller, project.id, body)).status).toBe(200)
    expect((await read(seller, project.id)).body.amendments).toHaveLength(1)
  })

  test.each(['brief', 'rounds'] as const)(
    'again, with a brief that it left unchanged, changes nothing even once another %s was agreed on',
    async (then) => {
      const { project, seller, creator, brief } = await briefed()
      const body = { ...change(), brief: written(brief) }
      const first = await propose(seller, project.id, body)
      expect(first.body.amendments).toMatchObject([{ changes_brief: false }])
      await act(creator, 'accept', body.id)
      const id = randomUUID()
      const more = brief.rounds + 1
      const next =
        then === 'rounds'
          ? { rounds: more }
          : { brief: written(brief, { rounds: more, say: ['Now'] }) }
      await propose(seller, project.id, { id, ...next })
      expect((await act(creator, 'accept', id)).status).toBe(200)
      const before = (await read(seller, project.id)).body
      const repeated = await propose(seller, project.id, body)
      expect(repeated).toMatchObject({ status: 200, body: before })
      const other = { ...body, brief: written(brief, { say: ['Something else'] }) }
      expectRefusal(await propose(seller, project.id, other), 'amendment.another')
    },
  )

  test('is refused to both sides while another change is open', async () => {
    const { project, seller, creator } = await buildDeal(api.pool, { deadline: FIRST_DATE })
    await propose(seller, project.id)
    expectRefusal(await propose(seller, project.id), 'amendment.already_open')
    expectRefusal(await propose(creator, project.id), 'amendment.another_waits')
  })

  test('is not blocked by an expired change, even before the clock job has run', async () => {
    const { project, seller, creator } = await buildDeal(api.pool, { deadline: FIRST_DATE })
    await propose(seller, project.id)
    api.setNow(new Date(Date.now() + AMENDMENT_LIMITS.hours.usual * HOUR_MS))
    const { body } = await propose(creator, project.id)
    expect(body.amendments.map(({ status }) => status)).toEqual(['expired', 'proposed'])
  })

  test('is refused to a side after ten changes, but not to the other side', async () => {
    const { project, application, seller, creator } = await buildDeal(api.pool, {
      deadline: FIRST_DATE,
    })
    for (let made = 0; made < AMENDMENT_LIMITS.mostOfSide; made += 1)
      await buildAmendment(api.pool, { application, status: 'declined' })
    expectRefusal(await propose(seller, project.id), 'amendment.too_many')
    expect((await propose(creator, project.id)).status).toBe(200)
  })

  test('to someone who is banned is refused, and so is accepting a change from them', async () => {
    const { project, application, seller, creator } = await buildDeal(api.pool, {
      deadline: FIRST_DATE,
    })
    await execute(
      api.pool,
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${creator.id}`,
    )
    expectRefusal(await propose(seller, project.id), 'amendment.other_side_gone')
    const { id } = await buildAmendment(api.pool, { application, by: 'creator' })
    expectRefusal(await act(seller, 'accept', id), 'amendment.other_side_gone')
    const declined = await act(seller, 'decline', id)
    expect(declined.status).toBe(200)
    expect(declined.body.closed).toBe('amendment.other_side_gone')
  })

  test.each([
    ['creator', 'seller'],
    ['seller', 'creator'],
  ] as const)('is closed, with the reason, once the %s is gone', async (gone, stays) => {
    const { project, ...people } = await buildDeal(api.pool, { deadline: FIRST_DATE })
    const closed = async () => (await read(people[stays], project.id)).body.closed
    expect(await closed()).toBeNull()
    await execute(
      api.pool,
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${people[gone].id}`,
    )
    expect(await closed()).toBe('amendment.other_side_gone')
  })
})

describe('a change that both agree on', () => {
  test('of the date changes the project’s date and nothing else', async () => {
    const { project, seller, creator, application } = await briefed()
    const { id } = await buildAmendment(api.pool, { application, by: 'creator' })
    const before = await agreedOf(application.id)
    const accepted = await act(seller, 'accept', id)
    expect(accepted.body.terms.deliver_by).toBe('2999-03-01')
    expect(await page(creator, project.id)).toMatchObject({ deadline: '2999-03-01' })
    expect(await agreedOf(application.id)).toEqual(before)
    expect(await versionsOf(project.id)).toHaveLength(1)
    expect(await mailsTo(api.pool, creator)).toContain(
      `Ellen Harrow Goods agreed to your change to “${project.title}”`,
    )
  })

  test('of the brief becomes its next version, agreed at that moment, and updates the project description', async () => {
    const { project, seller, creator, application, brief } = await briefed()
    await execute(
      api.pool,
      sql`update projects set description_generated = true where id = ${project.id}`,
    )
    const body = { id: randomUUID(), brief: written(brief, { say: ['Folds flat'], rounds: 4 }) }
    await propose(creator, project.id, body)
    const accepted = await act(seller, 'accept', body.id)
    const [amendment] = accepted.body.amendments
    expect(amendment).toMatchObject({ status: 'accepted', brief: null, brief_version: 2 })
    expect(accepted.body.terms.brief).toMatchObject({ say: ['Folds flat'], rounds: 4 })
    expect(await versionsOf(project.id)).toEqual([{ version: 1 }, { version: 2 }])
    expect(await agreedOf(application.id)).toMatchObject({ agreed: 2, current: 2 })
    expect((await agreedOf(application.id)).description).toContain('Folds flat')
    expect(await page(creator, project.id)).toMatchObject({
      brief: { version: 2, agreed_at: amendment?.answered_at },
      rounds: { agreed: 4, used: 0 },
    })
    // The same click again (a repeated request).
    expect((await act(seller, 'accept', body.id)).body).toEqual(accepted.body)
    expect(await versionsOf(project.id)).toHaveLength(2)
  })

  test('is hidden from a rejected applicant, who still sees the posted terms and does not refetch', async () => {
    const { project, seller, creator, brief } = await briefed()
    await execute(
      api.pool,
      sql`update projects set description_generated = true where id = ${project.id}`,
    )
    const other = await buildApplication(api.pool, { project, status: 'rejected' })
    const theirs = async () => {
      const { body: listed } = await api.call(other.creator, 'applications.mine', { query: {} })
      const { body: offered } = await api.call(other.creator, 'offers.list', {
        params: { id: other.id },
      })
      return {
        listed: listed[0]?.project.deadline,
        terms: offered.terms,
        asked: offered.brief_items,
        page: await page(other.creator, project.id),
      }
    }
    const before = await theirs()
    expect(before).toMatchObject({
      listed: FIRST_DATE,
      page: { deadline: FIRST_DATE, brief: { version: 1, agreed_at: null } },
    })
    const refreshed = await refreshedPeople(api.pool, project.id)

    const items = brief.items.map((item) => ({ ...item, count: 3 }))
    const body = {
      id: randomUUID(),
      deliver_by: '2999-03-01',
      brief: written(brief, { say: ['Folds flat'], rounds: 4, items }),
    }
    await propose(creator, project.id, body)
    expect((await act(seller, 'accept', body.id)).status).toBe(200)
    const after = await theirs()
    expect({ ...after, page: { ...after.page, description: '' } }).toEqual({
      ...before,
      page: { ...before.page, description: '' },
    })
    expect(after.page.description).toBe(describeBrief(brief))
    expect(await page(creator, project.id)).toMatchObject({
      deadline: '2999-03-01',
      brief: { version: 2 },
    })
    expect((await refreshedPeople(api.pool, project.id)).slice(refreshed.length)).not.toContain(
      other.creator.id,
    )
  })

  test('of the brief overrides the rounds agreed in an offer, and keeps a description the brand wrote itself', async () => {
    const { project, seller, creator, application, brief } = await briefed()
    await buildOffer(api.pool, { application, rounds: 5, status: 'accepted' })
    const { description } = await agreedOf(application.id)
    const body = { id: randomUUID(), brief: written(brief, { rounds: 1 }) }
    await propose(seller, project.id, body)
    await act(creator, 'accept', body.id)
    expect((await page(creator, project.id)).rounds).toEqual({ agreed: 1, used: 0 })
    expect(await agreedOf(application.id)).toMatchObject({ description })
  })

  test('gives a deal without a brief its first one', async () => {
    const { project, seller, creator, application } = await buildDeal(api.pool, {
      deadline: FIRST_DATE,
    })
    const brief = { items: [{ id: 'a', what: 'video', count: 2 }] }
    const body = { id: randomUUID(), brief }
    await propose(seller, project.id, body)
    await act(creator, 'accept', body.id)
    expect(await agreedOf(application.id)).toMatchObject({ agreed: 1, current: 1 })
  })

  test('whose date has passed is refused, along with its new brief', async () => {
    const { project, seller, creator, brief } = await briefed()
    const body = {
      id: randomUUID(),
      deliver_by: new Date(Date.now() + 24 * HOUR_MS).toISOString().slice(0, 10),
      brief: written(brief, { rounds: 5 }),
      hours: 14 * 24,
    }
    await propose(seller, project.id, body)
    api.setNow(new Date(Date.now() + 3 * 24 * HOUR_MS))
    expectRefusal(await act(creator, 'accept', body.id), 'amendment.date_over')
    expect(await versionsOf(project.id)).toHaveLength(1)
  })
})

describe('a change of the date of a deal with a parcel', () => {
  const dayAfter = (days: number) =>
    new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10)
  /** Two days are left, and the arrival gives fourteen. */
  async function shipped() {
    const deal = await buildDeal(api.pool, { deadline: dayAfter(2) })
    await buildShipment(api.pool, { project: deal.project, status: 'shipped', days: 14 })
    return deal
  }
  type Shipped = Awaited<ReturnType<typeof shipped>>
  const arrive = ({ creator, project }: Shipped) =>
    api.call(creator, 'shipping.receive', { params: { id: project.id } })
  async function proposed({ creator, project }: Shipped, day: string) {
    const id = randomUUID()
    expect((await propose(creator, project.id, { id, deliver_by: day })).status).toBe(200)
    return id
  }
  const accept = async ({ seller }: Shipped, id: string) =>
    expect((await act(seller, 'accept', id)).status).toBe(200)
  const dateOf = async ({ seller, project }: Shipped) =>
    (await read(seller, project.id)).body.terms.deliver_by

  test.each([
    // The date that is asked for, in days from now, and the one that holds.
    ['earlier than the arrival’s', 10, 14],
    ['later than the arrival’s', 20, 20],
    ['earlier than what was agreed', 1, 14],
  ])('that is %s takes no days away that the arrival gave', async (_, asked, holds) => {
    const deal = await shipped()
    const id = await proposed(deal, dayAfter(asked))
    await arrive(deal)
    expect(await dateOf(deal)).toBe(dayAfter(14))
    await accept(deal, id)
    expect(await dateOf(deal)).toBe(dayAfter(holds))
  })

  test('that is agreed on before the arrival holds if it is the later one', async () => {
    for (const [asked, holds] of [
      [10, 14],
      [20, 20],
    ] as const) {
      const deal = await shipped()
      await accept(deal, await proposed(deal, dayAfter(asked)))
      expect(await dateOf(deal)).toBe(dayAfter(asked))
      await arrive(deal)
      expect(await dateOf(deal)).toBe(dayAfter(holds))
    }
  })

  test('that is proposed after the arrival may be an earlier one', async () => {
    const deal = await shipped()
    await arrive(deal)
    await accept(deal, await proposed(deal, dayAfter(7)))
    expect(await dateOf(deal)).toBe(dayAfter(7))
  })
})

describe('a change to a deal', () => {
  const MONEY = [
    ['released', {}, 'amendment.deal_over'],
    ['refunded', {}, 'amendment.deal_over'],
    ['held_in_escrow', { moving: 'release' }, 'amendment.money_leaves'],
    ['held_in_escrow', { moving: 'refund' }, 'amendment.money_leaves'],
    ['held_in_escrow', { decided: true }, 'amendment.money_leaves'],
    ['held_in_escrow', { disputed: true }, 'amendment.frozen'],
  ] as const

  test.each(MONEY)(
    'can be neither accepted nor proposed once the money is %s %o',
    async (status, facts, refusal) => {
      const { project, seller, creator, application } = await buildDeal(api.pool, {
        deadline: FIRST_DATE,
      })
      const { id } = await buildAmendment(api.pool, { application })
      const payment = await buildPayment(api.pool, { application })
      const {
        moving = null,
        decided = false,
        disputed = false,
      } = facts as {
        moving?: string
        decided?: boolean
        disputed?: boolean
      }
      await execute(
        api.pool,
        sql`update payments set status = ${status}, moving = ${moving}, disputed = ${disputed},
          dispute_outcome = ${disputed ? 'open' : null},
          decided_refund = ${decided ? 100 : null}, decided_attempt = ${decided ? 1 : null}
        where id = ${payment.id}`,
      )
      expectRefusal(await act(creator, 'accept', id), refusal)
      expectRefusal(await propose(seller, project.id), refusal)
      const { body } = await read(seller, project.id)
      expect(body).toMatchObject({ closed: refusal, terms: { deliver_by: FIRST_DATE } })
      expect((await act(creator, 'decline', id)).status).toBe(200)
    },
  )

  test('is closed when the project is cancelled, and no other can be proposed', async () => {
    const { project, seller, creator, application } = await buildDeal(api.pool, {
      deadline: FIRST_DATE,
    })
    const { id } = await buildAmendment(api.pool, { application })
    await api.call(seller, 'projects.cancel', { params: { id: project.id } })
    const { body } = await read(creator, project.id)
    expect(body).toMatchObject({
      closed: 'amendment.deal_over',
      amendments: [{ status: 'closed' }],
    })
    for (const move of ['accept', 'decline'] as const)
      expectRefusal(await act(creator, move, id), 'amendment.answered')
    expectRefusal(await act(seller, 'withdraw', id), 'amendment.answered')
    expectRefusal(await propose(creator, project.id), 'amendment.deal_over')
  })

  test('can be accepted while the payment is pending, failed or held without a dispute', async () => {
    for (const status of ['pending', 'failed', 'held_in_escrow']) {
      const { creator, application } = await buildDeal(api.pool, { deadline: FIRST_DATE })
      const { id } = await buildAmendment(api.pool, { application })
      const payment = await buildPayment(api.pool, { application })
      await execute(api.pool, sql`update payments set status = ${status} where id = ${payment.id}`)
      expect((await act(creator, 'accept', id)).status).toBe(200)
    }
  })
})
