import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { moveProject } from '#server/projects/project-moves.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildBrief,
  buildCreator,
  buildInvitation,
  buildMessage,
  buildOffer,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildHire, buildListing, dealsOf, listingNow } from '#tests/support/campaigns.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const withId = (id: string) => ({ params: { id } })
const posted = {
  title: 'Eight unboxing reels',
  category: 'home' as const,
  description: 'Vertical, 20 to 40 seconds.',
  budget: 600,
  deadline: '2031-01-31',
  status: 'active' as const,
}
const accept = (as: { id: string }, id: string) => api.call(as, 'applications.accept', withId(id))
const hireAll = (as: { id: string }, id: string, ids: string[]) =>
  api.call(as, 'projects.hire', { ...withId(id), body: { application_ids: ids } })
const edit = (as: { id: string }, id: string, body: object) =>
  api.call(as, 'projects.update', { ...withId(id), body })

describe('posting', () => {
  test('refuses invalid seats, last days of hiring and total budgets', async () => {
    const seller = await buildSeller(api.pool)
    const post = (body: object) =>
      api.call(seller, 'projects.create', { body: { ...posted, ...body } })
    for (const seats of [0, 51, 1.5, '3']) expectInvalid(await post({ seats }), 'seats')
    expectInvalid(await post({ hiring_until: '2031-01-01' }), 'hiring_until')
    expectInvalid(await post({ budget_total: 100 }), 'budget_total')
    for (const hiring_until of ['2020-01-01', '2031-02-01', 'soon'])
      expectInvalid(await post({ seats: 2, hiring_until }), 'hiring_until')
    expectInvalid(await post({ seats: 2, budget_total: 0.001 }), 'budget_total')
  })

  test('defaults to one creator, and then returns no hiring fields', async () => {
    const seller = await buildSeller(api.pool)
    const { body } = await api.call(seller, 'projects.create', { body: posted })
    const page = await api.call(seller, 'projects.get', withId(body.id))
    for (const answer of [body, page.body]) {
      expect(answer).not.toHaveProperty('hiring')
      expect(answer).not.toHaveProperty('hiring_budget')
      expect(answer).not.toHaveProperty('listing')
      expect(answer).not.toHaveProperty('own_deal')
    }
  })

  test('shows everyone how many creators are wanted, and the total budget only to the brand', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const { body } = await api.call(seller, 'projects.create', {
      body: { ...posted, seats: 8, hiring_until: '2031-01-15', budget_total: 4_000 },
    })
    const hiring = { wanted: 8, hired: 0, until: '2031-01-15' }
    expect(body.hiring).toEqual(hiring)
    const own = await api.call(seller, 'projects.get', withId(body.id))
    expect(own.body).toMatchObject({ hiring, hiring_budget: { total: 4_000, committed: 0 } })
    const seen = await api.call(creator, 'projects.get', withId(body.id))
    expect(seen.body).toMatchObject({ hiring })
    expect(seen.body).not.toHaveProperty('hiring_budget')
    const { body: list } = await api.call(creator, 'projects.list')
    expect(list.projects.find(({ id }) => id === body.id)?.hiring).toEqual(hiring)
    const one = await buildProject(api.pool, { seller })
    const { body: again } = await api.call(creator, 'projects.list')
    expect(again.projects.find(({ id }) => id === one.id)).not.toHaveProperty('hiring')
  })
})

describe('editing', () => {
  test('must leave a free seat, and cannot change hiring once every seat is taken', async () => {
    const listing = await buildListing(api.pool, { deadline: '2031-02-01' })
    await buildHire(api.pool, { listing })
    const fewer = await edit(listing.seller, listing.id, { seats: 1 })
    expect(expectRefusal(fewer, 'project.seats_taken')).toHaveProperty('fields.seats')
    expect((await edit(listing.seller, listing.id, { seats: 2 })).body.hiring).toMatchObject({
      wanted: 2,
      hired: 1,
    })
    await buildHire(api.pool, { listing })
    // Full: it no longer hires, and nothing about hiring changes.
    for (const change of [{ seats: 5 }, { hiring_until: '2031-01-01' }, { budget_total: 1 }])
      expectRefusal(await edit(listing.seller, listing.id, change), 'project.not_editable')
  })

  test('back to one creator clears the last day of hiring and the total budget', async () => {
    const listing = await buildListing(api.pool, {
      hiringUntil: '2031-01-01',
      deadline: '2031-02-01',
      budgetTotalCents: 90_000,
    })
    expectInvalid(
      await edit(listing.seller, listing.id, { deadline: '2030-12-31' }),
      'hiring_until',
    )
    expect((await edit(listing.seller, listing.id, { seats: 1 })).status).toBe(200)
    expect(
      await oneRow(
        api.pool,
        sql`select seats, hiring_until, budget_total from projects where id = ${listing.id}`,
      ),
    ).toEqual({ seats: 1, hiring_until: null, budget_total: null })
  })

  test('a draft whose last day of hiring is over is not published', async () => {
    const listing = await buildListing(api.pool, { hiringUntil: '2020-01-01' })
    await execute(api.pool, sql`update projects set status = 'draft' where id = ${listing.id}`)
    const reply = await api.call(listing.seller, 'projects.publish', withId(listing.id))
    const refusal = expectRefusal(reply, 'project.hiring_until_passed')
    expect(refusal).toMatchObject({ status: 422, fields: { hiring_until: refusal.message } })
  })
})

describe('a hire', () => {
  test('is refused without a free seat, after the last day or over budget, and then changes nothing', async () => {
    const full = await buildListing(api.pool, { seats: 2 })
    const late = await buildListing(api.pool, { hiringUntil: '2020-01-01' })
    const dear = await buildListing(api.pool, { budgetTotalCents: 60_000 })
    await buildHire(api.pool, { listing: dear, priceCents: 6_001 })
    for (const [listing, code] of [
      [late, 'project.hiring_over'],
      [dear, 'project.budget_exceeded'],
    ] as const) {
      const { id } = await buildApplication(api.pool, { project: listing })
      const before = await listingNow(api.pool, listing.id)
      expectRefusal(await api.call(listing.seller, 'applications.accepting', withId(id)), code)
      expectRefusal(await accept(listing.seller, id), code)
      expect(await listingNow(api.pool, listing.id)).toEqual(before)
    }
    await buildHire(api.pool, { listing: full })
    await buildHire(api.pool, { listing: full })
    const { id } = await buildApplication(api.pool, { project: full })
    expectRefusal(await accept(full.seller, id), 'project.hiring_over')
    // If it were still active, the count would refuse the hire.
    await execute(api.pool, sql`update projects set status = 'active' where id = ${full.id}`)
    expectRefusal(await accept(full.seller, id), 'project.filled')
  })

  test('after the deadline is refused until the brand moves it; an accepted offer has its own date', async () => {
    const listing = await buildListing(api.pool, { deadline: '2020-01-31' })
    const { id } = await buildApplication(api.pool, { project: listing })
    for (const refused of [
      await accept(listing.seller, id),
      await api.call(listing.seller, 'applications.accepting', withId(id)),
    ])
      expect(expectRefusal(refused, 'project.due_over')).toMatchObject({
        message: expect.stringContaining('Edit Project'),
      })
    const { body } = await hireAll(listing.seller, listing.id, [id])
    expect(body.rows).toMatchObject([
      { outcome: 'refused', project_id: null, error: { code: 'project.due_over' } },
    ])
    expect(await listingNow(api.pool, listing.id)).toMatchObject({ hired: 0, waiting: 1 })

    const other = await buildApplication(api.pool, { project: listing })
    await buildOffer(api.pool, { application: other, status: 'accepted', deliverBy: '2999-05-05' })
    expect((await accept(listing.seller, other.id)).status).toBe(200)

    expect((await edit(listing.seller, listing.id, { deadline: '2999-02-01' })).status).toBe(200)
    expect((await accept(listing.seller, id)).status).toBe(200)
    const due = await Promise.all(
      (await dealsOf(api.pool, listing.id)).map((deal) =>
        api.call(listing.seller, 'projects.get', withId(deal.id)),
      ),
    )
    expect(due.map(({ body: deal }) => deal.deadline)).toEqual(['2999-05-05', '2999-02-01'])
  })

  test('spends the budget to the cent', async () => {
    const listing = await buildListing(api.pool, { budgetTotalCents: 100_000 })
    await buildHire(api.pool, { listing, priceCents: 60_000 })
    const { id } = await buildApplication(api.pool, { project: listing, priceCents: 40_000 })
    expect((await accept(listing.seller, id)).status).toBe(200)
    const page = await api.call(listing.seller, 'projects.get', withId(listing.id))
    expect(page.body.hiring_budget).toEqual({ total: 1_000, committed: 1_000 })
  })

  test('splits off its own project with the brief, the application and the conversation', async () => {
    const listing = await buildListing(api.pool, { title: 'Eight reels' })
    const brief = await buildBrief(api.pool, listing.id)
    const application = await buildApplication(api.pool, { project: listing })
    const { creator } = application
    const talk = await api.call(creator, 'conversations.open', { body: { project_id: listing.id } })
    await buildMessage(api.pool, { conversation: { id: talk.body.id }, sender: creator })
    await buildOffer(api.pool, { application, status: 'declined' })
    const accepted = await accept(listing.seller, application.id)
    const [deal] = await dealsOf(api.pool, listing.id)
    expect(accepted.body).toMatchObject({ status: 'accepted', project_id: deal?.id })
    expect(deal).toMatchObject({
      title: 'Eight reels',
      status: 'in_progress',
      accepted: 1,
      talks: 1,
    })
    const id = deal?.id ?? ''
    const page = await api.call(creator, 'projects.get', withId(id))
    expect(page.body).toMatchObject({
      accepted_price: 540,
      listing: { id: listing.id, title: 'Eight reels', wanted: 3, hired: 1 },
      brief: { brief: { items: brief.items } },
    })
    expect(page.body).not.toHaveProperty('hiring')
    // The same conversation for both sides, from either page.
    for (const project_id of [id, listing.id])
      expect(
        (await api.call(creator, 'conversations.open', { body: { project_id } })).body.id,
      ).toBe(talk.body.id)
    expect(await listingNow(api.pool, listing.id)).toMatchObject({ status: 'active', hired: 1 })
    // The second click returns the result of the first.
    expect((await accept(listing.seller, application.id)).body).toEqual(accepted.body)
    expect(await dealsOf(api.pool, listing.id)).toHaveLength(1)
  })

  test('by an accepted offer splits off a deal in the same way, at the offer’s price and date', async () => {
    const listing = await buildListing(api.pool, { budgetTotalCents: 50_000 })
    const application = await buildApplication(api.pool, { project: listing })
    const offer = await buildOffer(api.pool, { application, deliverBy: '2031-05-05' })
    const { creator } = application
    const agreed = await api.call(creator, 'offers.accept', withId(offer.id))
    expect(agreed.status).toBe(200)
    expect((await api.call(creator, 'offers.accept', withId(offer.id))).body).toEqual(agreed.body)
    const [deal] = await dealsOf(api.pool, listing.id)
    const page = await api.call(creator, 'projects.get', withId(deal?.id ?? ''))
    expect(page.body).toMatchObject({ accepted_price: 480, deadline: '2031-05-05' })
    const own = await api.call(listing.seller, 'projects.get', withId(listing.id))
    expect(own.body).toMatchObject({ hiring_budget: { committed: 480 } })
    expect(own.body.deadline).not.toBe('2031-05-05')
    // Nothing is left of the budget: the next offer is refused, and stays open.
    const other = await buildApplication(api.pool, { project: listing })
    const second = await buildOffer(api.pool, { application: other })
    expectRefusal(
      await api.call(other.creator, 'offers.accept', withId(second.id)),
      'project.budget_exceeded',
    )
    expect(await oneRow(api.pool, sql`select status from offers where id = ${second.id}`)).toEqual({
      status: 'open',
    })
  })

  test('moves the notices about its application and offers to the deal, and no one else’s', async () => {
    const listing = await buildListing(api.pool)
    const { seller } = listing
    const apply = async (name: string) => {
      const creator = await buildCreator(api.pool, { name })
      const { body } = await api.call(creator, 'applications.submit', {
        ...withId(listing.id),
        body: { message: 'I film in a kitchen.', proposed_price: 500 },
      })
      const terms = { id: randomUUID(), price: 480, deliver_by: '2999-01-31', rounds: 1 }
      await api.call(seller, 'offers.make', {
        ...withId(body.id),
        body: { ...terms, hire_at_once: true },
      })
      return { creator, offerId: terms.id }
    }
    const pathsOf = async (reader: { id: string }) =>
      (await api.call(reader, 'notifications.list')).body.items.map(({ path }) => path)
    const hired = await apply('Maya Lin')
    const waiting = await apply('Leo Park')
    await api.call(hired.creator, 'offers.accept', withId(hired.offerId))
    const [deal] = await dealsOf(api.pool, listing.id)
    const tab = (id = '') => `/projects/${id}?tab=applications`
    // Newest first: the accepted offer, and the applicants.
    expect(await pathsOf(seller)).toEqual([tab(deal?.id), tab(listing.id), tab(deal?.id)])
    expect(await pathsOf(hired.creator)).toEqual([`/projects/${deal?.id}`])
    expect(await pathsOf(waiting.creator)).toEqual([`/projects/${listing.id}`])
    // Opening the deal's page marks them as read.
    const arrived = { path: `/projects/${deal?.id}`, arrived: true }
    expect((await api.call(seller, 'notifications.seen', { body: arrived })).body.read).toBe(2)
    expect((await api.call(seller, 'notifications.unread')).body.unread).toBe(1)
  })

  test('keeps the notices of how it began for both sides, when one blocks the other', async () => {
    const listing = await buildListing(api.pool)
    const { seller } = listing
    const invite = async (name: string) => {
      const creator = await buildCreator(api.pool, { name })
      const body = { project_id: listing.id, creator_id: creator.id }
      const sent = await api.call(seller, 'invitations.send', { body })
      await api.call(creator, 'invitations.accept', withId(sent.body.id))
      const { body: applied } = await api.call(creator, 'applications.submit', {
        ...withId(listing.id),
        body: { message: 'I film in a kitchen.', proposed_price: 500 },
      })
      return { creator, applicationId: applied.id }
    }
    const hired = await invite('Maya Lin')
    const waiting = await invite('Leo Park')
    await accept(seller, hired.applicationId)
    const told = async (reader: { id: string }) =>
      (await api.call(reader, 'notifications.list')).body.items.map(({ sentence }) => sentence)
    const before = { creator: await told(hired.creator), seller: await told(seller) }
    expect(before.creator).toHaveLength(2)
    for (const { creator } of [hired, waiting])
      await api.call(seller, 'blocks.add', withId(creator.id))
    expect(await told(hired.creator)).toEqual(before.creator)
    // The applicant who was not hired has no notices left.
    expect(await told(waiting.creator)).toEqual([])
    expect(await told(seller)).toEqual(before.seller.filter((one) => one.includes('Maya Lin')))
    expect(before.seller.filter((one) => one.includes('Maya Lin'))).toHaveLength(2)
  })

  test('accepts the hired creator’s open invitation, and the creator cannot be invited again', async () => {
    const listing = await buildListing(api.pool)
    const { seller } = listing
    const { id, creator } = await buildInvitation(api.pool, { project: listing })
    const waiting = await buildInvitation(api.pool, { project: listing })
    const application = await buildApplication(api.pool, { project: listing, creator })
    await accept(seller, application.id)
    const statusFor = async (reader: { id: string }) => {
      const { body } = await api.call(reader, 'invitations.mine')
      const counts = await api.call(reader, 'navigation.counts')
      return [body[0]?.status, body[0]?.lapsed_at, counts.body.pending_invitations]
    }
    expect(await statusFor(creator)).toEqual(['accepted', null, 0])
    expect(await statusFor(waiting.creator)).toEqual(['pending', null, 1])
    // The hire already says it; “they can apply now” would be wrong.
    const told = await api.call(seller, 'notifications.list')
    expect(told.body.items.filter(({ kind }) => kind === 'invitations')).toEqual([])
    // A later click finds it answered.
    expect((await api.call(creator, 'invitations.accept', withId(id))).status).toBe(200)
    const again = { project_id: listing.id, creator_id: creator.id }
    expectRefusal(
      await api.call(seller, 'invitations.send', { body: again }),
      'invitation.already_hired',
    )
  })

  test('is not blocked while the creator is answering the invitation', async () => {
    const listing = await buildListing(api.pool)
    const { id, creator } = await buildInvitation(api.pool, { project: listing })
    const application = await buildApplication(api.pool, { project: listing, creator })
    const standing = () =>
      oneRow(api.pool, sql`select status from project_invitations where id = ${id}`)
    await inTransaction(api.pool, async (tx) => {
      await execute(tx, sql`select from project_invitations where id = ${id} for no key update`)
      expect((await accept(listing.seller, application.id)).status).toBe(200)
    })
    expect(await standing()).toEqual({ status: 'pending' })
    expect((await api.call(creator, 'invitations.accept', withId(id))).status).toBe(200)
    expect(await standing()).toEqual({ status: 'accepted' })
  })

  test('of the last seat rejects everyone still waiting; an earlier one rejects no one', async () => {
    const listing = await buildListing(api.pool, { seats: 2 })
    const waiting = await buildApplication(api.pool, { project: listing })
    await buildOffer(api.pool, { application: waiting })
    const first = await buildApplication(api.pool, { project: listing })
    const last = await buildApplication(api.pool, { project: listing })
    const asked = (id: string) => api.call(listing.seller, 'applications.accepting', withId(id))
    expect((await asked(first.id)).body.others).toBe(0)
    await accept(listing.seller, first.id)
    expect(await listingNow(api.pool, listing.id)).toMatchObject({ status: 'active', waiting: 2 })
    expect((await asked(last.id)).body.others).toBe(1)
    await accept(listing.seller, last.id)
    expect(await listingNow(api.pool, listing.id)).toMatchObject({
      status: 'in_progress',
      waiting: 0,
    })
    expect(
      await oneRow(
        api.pool,
        sql`select offers.status as offer, applications.status from offers join applications on applications.id = application_id
          where application_id = ${waiting.id}`,
      ),
    ).toEqual({ offer: 'superseded', status: 'rejected' })
  })

  test('frees its seat when the deal is cancelled while hiring is still open', async () => {
    const listing = await buildListing(api.pool, { seats: 2, budgetTotalCents: 54_000 })
    const { id } = await buildHire(api.pool, { listing })
    await api.call(listing.seller, 'projects.cancel', withId(id))
    expect(await listingNow(api.pool, listing.id)).toMatchObject({
      status: 'active',
      hired: 0,
      committed: 0,
    })
    const again = await buildApplication(api.pool, { project: listing })
    expect((await accept(listing.seller, again.id)).status).toBe(200)
  })
})

describe('hiring several at once', () => {
  test('is only for the owner of a project that hires several, and only for its own applications', async () => {
    const listing = await buildListing(api.pool)
    const single = await buildProject(api.pool, { seller: listing.seller })
    const { id } = await buildApplication(api.pool, { project: single })
    const ids = { application_ids: [id] }
    await expectHidden(api, await buildSeller(api.pool), 'projects.hire', {
      ...withId(listing.id),
      body: ids,
    })
    expectRefusal(await hireAll(listing.seller, single.id, [id]), 'project.hires_one')
    expect((await hireAll(listing.seller, listing.id, [])).body).toEqual({ rows: [] })
    expectInvalid(
      await hireAll(listing.seller, listing.id, Array.from({ length: 21 }, randomUUID)),
      'application_ids',
    )
    // The same owner's application to another project is not hired through this project.
    const { body } = await hireAll(listing.seller, listing.id, [id])
    expect(body.rows).toMatchObject([{ outcome: 'refused', error: { code: 'request.not_found' } }])
    expect(await oneRow(api.pool, sql`select status from applications where id = ${id}`)).toEqual({
      status: 'pending',
    })
  })

  test('gives each row its own outcome, and a repeated request hires no one twice', async () => {
    const listing = await buildListing(api.pool, { seats: 3, budgetTotalCents: 100_000 })
    const apply = async (priceCents: number) =>
      (await buildApplication(api.pool, { project: listing, priceCents })).id
    const ids = [await apply(40_000), await apply(70_000), randomUUID(), await apply(60_000)]
    const { body } = await hireAll(listing.seller, listing.id, [...ids, ids[0] ?? ''])
    expect(body.rows.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
      'hired',
      'project.budget_exceeded',
      'request.not_found',
      'hired',
    ])
    const deals = await dealsOf(api.pool, listing.id)
    expect(body.rows.flatMap(({ project_id }) => project_id ?? []).toSorted()).toEqual(
      deals.map(({ id }) => id).toSorted(),
    )
    expect((await hireAll(listing.seller, listing.id, ids)).body).toEqual(body)
    expect(await dealsOf(api.pool, listing.id)).toEqual(deals)
  })

  test('refuses the creators who are gone, and hires the others', async () => {
    const listing = await buildListing(api.pool, { seats: 3 })
    const apply = () => buildApplication(api.pool, { project: listing })
    const [left, banned, there] = [await apply(), await apply(), await apply()]
    await execute(
      api.pool,
      sql`update auth.users set deleted_at = now() where id = ${left.creator.id}`,
    )
    await execute(
      api.pool,
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.creator.id}`,
    )
    const ids = [left.id, banned.id, there.id]
    const { body } = await hireAll(listing.seller, listing.id, ids)
    expect(body.rows.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
      'offer.other_side_gone',
      'offer.other_side_gone',
      'hired',
    ])
    expect(await dealsOf(api.pool, listing.id)).toHaveLength(1)
    expectRefusal(
      await api.call(listing.seller, 'applications.accepting', withId(left.id)),
      'offer.other_side_gone',
    )
  })
})

describe('who sees what', () => {
  test('a hired creator sees their own deal and the listing; the others’ deals are hidden', async () => {
    const listing = await buildListing(api.pool)
    const mine = await buildHire(api.pool, { listing, creator: await buildCreator(api.pool) })
    const creator = { id: mine.application.creator_id }
    const other = await buildHire(api.pool, {
      listing,
      creator: await buildCreator(api.pool, { name: 'Zuleika Unmistakable' }),
    })
    const page = await api.call(creator, 'projects.get', withId(listing.id))
    expect(page.body).toMatchObject({
      hiring: { wanted: 3, hired: 2 },
      own_deal: mine.id,
      creator: null,
      accepted_price: null,
    })
    // At either address: without it, their own deal would be shown as a stranger's.
    for (const { id } of [listing, mine])
      expect((await api.call(creator, 'applications.own', withId(id))).body).toMatchObject({
        status: 'accepted',
        project_id: mine.id,
      })
    for (const key of ['projects.get', 'applications.own', 'applications.accepted'] as const)
      await expectHidden(api, creator, key, withId(other.id))
    for (const key of ['projects.list', 'applications.mine', 'dashboard.moves'] as const)
      expect(JSON.stringify(await api.call(creator, key))).not.toContain('Zuleika')
    expect(JSON.stringify(page)).not.toContain('Zuleika')
  })

  test('a deal’s page shows how many creators are wanted and hired, and nothing about the others', async () => {
    const listing = await buildListing(api.pool, { seats: 4 })
    const own = await buildHire(api.pool, { listing })
    const other = await buildHire(api.pool, { listing })
    const gone = await buildHire(api.pool, { listing })
    await api.call(listing.seller, 'projects.cancel', withId(gone.id))
    for (const reader of [{ id: own.application.creator_id }, listing.seller]) {
      const { body } = await api.call(reader, 'projects.get', withId(own.id))
      expect(body.listing).toEqual({
        id: listing.id,
        title: body.title,
        wanted: 4,
        hired: 2,
      })
      const said = JSON.stringify(body)
      for (const { id, application } of [other, gone]) {
        expect(said).not.toContain(id)
        expect(said).not.toContain(application.id)
        expect(said).not.toContain(application.creator_id)
      }
    }
  })

  test('no one applies twice, hired or not, and strangers no longer see a project that is full', async () => {
    const listing = await buildListing(api.pool, { seats: 2 })
    const { application } = await buildHire(api.pool, { listing })
    const waiting = await buildApplication(api.pool, { project: listing })
    const body = { message: 'Once more.', proposed_price: 100 }
    for (const id of [application.creator_id, waiting.creator.id])
      expectRefusal(
        await api.call({ id }, 'applications.submit', { ...withId(listing.id), body }),
        'application.already_applied',
      )
    const stranger = await buildCreator(api.pool)
    expect((await api.call(stranger, 'projects.get', withId(listing.id))).status).toBe(200)
    const last = await buildHire(api.pool, { listing })
    await expectHidden(api, stranger, 'projects.get', withId(listing.id))
    for (const id of [application.creator_id, last.application.creator_id])
      expect((await api.call({ id }, 'projects.get', withId(listing.id))).status).toBe(200)
  })

  test('the brand reads its hires as deals, newest first', async () => {
    const listing = await buildListing(api.pool)
    const first = await buildHire(api.pool, { listing })
    const second = await buildHire(api.pool, { listing })
    await buildPayment(api.pool, { application: { ...first.application, project_id: first.id } })
    const { body } = await api.call(listing.seller, 'projects.hires', withId(listing.id))
    expect(body.map(({ project, payment }) => [project.id, payment?.status ?? null])).toEqual([
      [second.id, null],
      [first.id, 'pending'],
    ])
    const { body: mine } = await api.call(listing.seller, 'projects.mine')
    expect(mine.find(({ id }) => id === listing.id)).toMatchObject({
      application_count: 2,
      hiring: { wanted: 3, hired: 2 },
    })
    expect(mine.map((one) => one.listing_id ?? null)).toEqual([listing.id, listing.id, null])
  })
})

describe('the end of hiring', () => {
  test('when its brand closes it: no one else is hired, and the deals go on', async () => {
    const listing = await buildListing(api.pool)
    const single = await buildProject(api.pool, { seller: listing.seller })
    const close = (id = listing.id) => api.call(listing.seller, 'projects.close_hiring', withId(id))
    expectRefusal(await close(single.id), 'project.hires_one')
    expectRefusal(await close(), 'project.no_one_hired')
    const { id: deal } = await buildHire(api.pool, { listing })
    const waiting = await buildApplication(api.pool, { project: listing })
    expect((await close()).body.status).toBe('in_progress')
    expect((await close()).body.status).toBe('in_progress')
    expectRefusal(await accept(listing.seller, waiting.id), 'application.already_answered')
    expect(await dealsOf(api.pool, listing.id)).toMatchObject([{ id: deal, status: 'in_progress' }])
    expectRefusal(
      await api.call(listing.seller, 'projects.cancel', withId(listing.id)),
      'project.hiring_over',
    )
  })

  test('when closed after the last deal is over: completes the project, and a repetition changes nothing', async () => {
    const listing = await buildListing(api.pool)
    const deals = [
      await buildHire(api.pool, { listing }),
      await buildHire(api.pool, { listing }),
    ] as const
    await inTransaction(api.pool, (tx) =>
      moveProject(tx, {
        project: { id: deals[0].id, status: 'in_progress' },
        move: 'complete',
        actorId: null,
      }),
    )
    await api.call(listing.seller, 'projects.cancel', withId(deals[1].id))
    expect((await listingNow(api.pool, listing.id)).status).toBe('active')
    for (let click = 0; click < 2; click += 1) {
      const closed = await api.call(listing.seller, 'projects.close_hiring', withId(listing.id))
      expect([closed.status, closed.body.status]).toEqual([200, 'completed'])
    }
    expect((await listingNow(api.pool, listing.id)).status).toBe('completed')
  })

  test('when the project is cancelled: hiring stops and the deals go on', async () => {
    const listing = await buildListing(api.pool)
    const { id, application } = await buildHire(api.pool, { listing })
    await buildPayment(api.pool, { application: { ...application, project_id: id } })
    expect(
      (await api.call(listing.seller, 'projects.cancel', withId(listing.id))).body.status,
    ).toBe('cancelled')
    expect(await dealsOf(api.pool, listing.id)).toMatchObject([{ id, status: 'in_progress' }])
    expectRefusal(
      await api.call(listing.seller, 'projects.close_hiring', withId(listing.id)),
      'project.closed',
    )
  })

  test('when its last deal is cancelled and none was completed: the project is cancelled too', async () => {
    const listing = await buildListing(api.pool, { seats: 2 })
    const deals = [
      await buildHire(api.pool, { listing }),
      await buildHire(api.pool, { listing }),
    ] as const
    await api.call(listing.seller, 'projects.cancel', withId(deals[0].id))
    expect((await listingNow(api.pool, listing.id)).status).toBe('in_progress')
    await api.call(listing.seller, 'projects.cancel', withId(deals[1].id))
    expect((await listingNow(api.pool, listing.id)).status).toBe('cancelled')
  })
})
