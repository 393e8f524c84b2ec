import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { BLOCKED_PEOPLE } from '#contract/blocks.ts'
import { RECORD_TABLES } from '#server/account/export/record-tables.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { noteFinds, takeFinds } from '#server/saved-searches/saved-search-store.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildInvitation,
  buildMessage,
  buildOffer,
  buildProject,
  buildReviews,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildListing } from '#tests/support/campaigns.ts'
import { buildList } from '#tests/support/creator-lists.ts'
import { buildOrder, buildPackage, orderInput } from '#tests/support/packages.ts'
import { expectHidden, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const block = (as: BuiltUser, { id }: { id: string }) =>
  api.call(as, 'blocks.add', { params: { id } })
const unblock = (as: BuiltUser, { id }: { id: string }) =>
  api.call(as, 'blocks.remove', { params: { id } })
const blockedBy = async (as: BuiltUser) =>
  (await api.call(as, 'blocks.list')).body.map(({ person }) => person.id)

/** A message between the two, who have started something but agreed on nothing. */
async function acquainted() {
  const seller = await buildSeller(api.pool, 'Quillon Farrow')
  const creator = await buildCreator(api.pool, { name: 'Zephyrine Vale' })
  const applied = await buildProject(api.pool, { seller, title: 'A sundial' })
  const application = await buildApplication(api.pool, { project: applied, creator })
  const open = await buildProject(api.pool, { seller, title: 'A second sundial' })
  const invitation = await buildInvitation(api.pool, { project: open, creator })
  const offer = await buildOffer(api.pool, { application })
  const order = await buildOrder(api.pool, { seller, creator })
  const opened = await api.call(seller, 'conversations.open', {
    body: { project_id: applied.id, creator_id: creator.id },
  })
  const conversation = opened.body
  for (const sender of [seller, creator]) await buildMessage(api.pool, { conversation, sender })
  await inTransaction(api.pool, async (tx) => {
    const on = { projectId: applied.id, from: null, to: 'pending' }
    const sent = { entity: 'application', entityId: application.id, move: 'submit' } as const
    await recordEvent(tx, { ...on, ...sent, actorId: creator.id })
    const asked = { entity: 'invitation', entityId: invitation.id, move: 'send' } as const
    await recordEvent(tx, { ...on, ...asked, actorId: seller.id })
  })
  await api.call(seller, 'creators.save', { params: { id: creator.id } })
  const list = await buildList(api.pool, { seller, creators: [creator] })
  const ids = [list, applied, application, open, invitation, offer, order, conversation].map(
    ({ id }) => id,
  )
  return { seller, creator, applied, application, open, invitation, order, conversation, ids }
}

/** Every read that returns something of the other person to this one: their id, their name or what they posted. */
async function encounters(
  as: BuiltUser,
  other: BuiltUser,
  { ids, posted }: { ids: readonly string[]; posted?: string },
) {
  const traces = [other.id, other.name, ...(posted === undefined ? [] : [posted])]
  const found = new Set<string>()
  const reads = (Object.keys(routes) as RouteKey[]).filter(
    (key) => routeParts(key).method === 'GET' && !/^(operator|blocks)\./.test(key),
  )
  for (const key of reads) {
    const hasId = routeParts(key).path.includes(':id')
    const asked = (hasId ? [other.id, as.id, ...ids] : ['']).flatMap((id) =>
      (hasId ? [{}] : [{}, { q: 'sundial' }, { q: other.name }]).map((query) => ({
        params: { id, code: 'CW-NONE' },
        query: { ids: other.id, figure: 'on_time', ...query },
      })),
    )
    for (const reply of await Promise.all(asked.map((input) => api.call(as, key, input)))) {
      expect([key, reply.status]).not.toEqual([key, 500])
      const text = JSON.stringify(reply.body)
      if (traces.some((trace) => text.includes(trace))) found.add(key)
    }
  }
  return [...found].toSorted()
}

test('a block hides two people from each other in every read, in both directions, until it is lifted', async () => {
  const { seller, creator, ids } = await acquainted()
  // This includes the board of a project that hires several.
  const listing = await buildListing(api.pool, { seller, seats: 3 })
  await buildApplication(api.pool, { project: listing, creator })
  ids.push(listing.id)
  const before = {
    seller: await encounters(seller, creator, { ids }),
    creator: await encounters(creator, seller, { ids, posted: 'sundial' }),
  }
  expect(before.seller).toEqual(
    expect.arrayContaining([
      'applications.for_project',
      'conversations.get',
      'conversations.list',
      'creators.saved',
      'creators.search',
      'lists.people',
      'messages.list',
      'notifications.list',
      'package_orders.waiting',
      'profiles.get',
      'profiles.list',
      'projects.board',
    ]),
  )
  expect(before.creator).toEqual(
    expect.arrayContaining([
      'applications.mine',
      'conversations.list',
      'invitations.mine',
      'messages.list',
      'notifications.list',
      'offers.waiting',
      'package_orders.get',
      'profiles.get',
      'projects.get',
      'projects.list',
      'projects.of_brand',
    ]),
  )
  for (const [blocker, blocked] of [
    [seller, creator],
    [creator, seller],
  ] as const) {
    expect((await block(blocker, blocked)).body).toEqual({ blocked: true })
    // One's own work appears in no one's list: the offer that one side made, the application that one wrote.
    expect(await encounters(seller, creator, { ids })).toEqual([])
    expect(await encounters(creator, seller, { ids, posted: 'sundial' })).toEqual([])
    expect(await blockedBy(blocker)).toEqual([blocked.id])
    expect(await blockedBy(blocked)).toEqual([])
    await unblock(blocker, blocked)
  }
  expect(await encounters(seller, creator, { ids })).toEqual(before.seller)
  expect(await encounters(creator, seller, { ids, posted: 'sundial' })).toEqual(before.creator)
})

describe('while two people are blocked', () => {
  test('they can start nothing with each other, and no refusal reveals who blocked whom', async () => {
    const { seller, creator, applied, application, open, invitation, order, conversation } =
      await acquainted()
    const { id: packageId } = await buildPackage(api.pool, { creator })
    const fresh = await buildProject(api.pool, { seller })
    const refusals = async () => [
      await api.call(creator, 'applications.submit', {
        params: { id: fresh.id },
        body: { message: 'I would like to.', proposed_price: 120 },
      }),
      await api.call(seller, 'invitations.send', {
        body: { project_id: fresh.id, creator_id: creator.id },
      }),
      await api.call(seller, 'package_orders.place', {
        params: { id: packageId },
        body: orderInput(),
      }),
      await api.call(creator, 'invitations.accept', { params: { id: invitation.id } }),
      await api.call(creator, 'package_orders.accept', { params: { id: order.id } }),
      await api.call(seller, 'applications.accept', { params: { id: application.id } }),
      await api.call(creator, 'offers.make', {
        params: { id: application.id },
        body: { id: crypto.randomUUID(), price: 480, deliver_by: '2999-01-31', rounds: 1 },
      }),
      await api.call(seller, 'conversations.open', {
        body: { project_id: open.id, creator_id: creator.id },
      }),
      await api.call(creator, 'conversations.open', { body: { project_id: applied.id } }),
      await api.call(creator, 'messages.send', {
        params: { id: conversation.id },
        body: { content: 'Hello?' },
      }),
      await api.call(seller, 'creators.save', { params: { id: creator.id } }),
    ]
    await block(seller, creator)
    const ofBlocked = await refusals()
    expect(ofBlocked.map(({ body }) => (body as { code?: string }).code)).toEqual([
      'application.unavailable',
      'invitation.unavailable',
      'package_order.unavailable',
      'request.not_found',
      'request.not_found',
      'request.not_found',
      'offer.another_waits',
      'request.not_found',
      'request.not_found',
      'request.not_found',
      'request.not_found',
    ])
    await unblock(seller, creator)
    await block(creator, seller)
    const codes = (await refusals()).map(({ body }) => (body as { code?: string }).code)
    expect(codes).toEqual(ofBlocked.map(({ body }) => (body as { code?: string }).code))
    await unblock(creator, seller)
    expect(
      (await api.call(creator, 'invitations.accept', { params: { id: invitation.id } })).status,
    ).toBe(200)
    expect(
      (await api.call(seller, 'applications.accept', { params: { id: application.id } })).status,
    ).toBe(200)
  })

  test('no offer can be made or accepted on a pending application', async () => {
    const seller = await buildSeller(api.pool)
    const application = await buildApplication(api.pool, {
      project: await buildProject(api.pool, { seller }),
    })
    const terms = { price: 480, deliver_by: '2999-01-31', rounds: 1, note: null, hours: 48 }
    const offer = (as: BuiltUser) =>
      api.call(as, 'offers.make', {
        params: { id: application.id },
        body: { ...terms, id: crypto.randomUUID() },
      })
    await block(application.creator, seller)
    for (const side of [seller, application.creator])
      expectRefusal(await offer(side), 'offer.other_side_gone')
    const made = await buildOffer(api.pool, { application })
    expectRefusal(
      await api.call(application.creator, 'offers.accept', { params: { id: made.id } }),
      'offer.other_side_gone',
    )
  })

  test('a running deal continues: its page, its conversation and its notices', async () => {
    const deal = await buildDeal(api.pool)
    const { seller, creator, project, conversation } = deal
    await block(creator, seller)
    for (const [as, other] of [
      [seller, creator],
      [creator, seller],
    ] as const) {
      const page = await api.call(as, 'projects.get', { params: { id: project.id } })
      expect(JSON.stringify(page.body)).toContain(other.id)
      const talks = (await api.call(as, 'conversations.list')).body.map(({ id }) => id)
      expect(talks).toEqual([conversation.id])
      const sent = await api.call(as, 'messages.send', {
        params: { id: conversation.id },
        body: { content: 'It has arrived.' },
      })
      expect(sent.status).toBe(200)
      expect((await api.call(other, 'navigation.counts')).body.unread_messages).toBe(1)
      // The other person's own page does not exist either.
      expectRefusal(
        await api.call(as, 'profiles.get', { params: { id: other.id } }),
        'profile.not_found',
      )
    }
    await inTransaction(api.pool, (tx) =>
      recordEvent(tx, {
        entity: 'application',
        entityId: deal.application.id,
        projectId: project.id,
        actorId: seller.id,
        move: 'accept',
        from: 'pending',
        to: 'accepted',
      }),
    )
    expect((await api.call(creator, 'notifications.list')).body.items).toHaveLength(1)
    expect((await api.call(creator, 'notifications.unread')).body.unread).toBe(1)
  })

  test('a finished deal stays readable, and no one can write in it any more', async () => {
    const { seller, creator, project, conversation } = await buildDeal(api.pool)
    await buildMessage(api.pool, { conversation, sender: creator })
    await execute(api.pool, sql`update projects set status = 'completed' where id = ${project.id}`)
    await block(seller, creator)
    const params = { id: conversation.id }
    expect((await api.call(seller, 'messages.list', { params })).body).toHaveLength(1)
    for (const as of [seller, creator])
      expectRefusal(
        await api.call(as, 'messages.send', { params, body: { content: 'Still there?' } }),
        'conversation.unavailable',
      )
    await unblock(seller, creator)
    const again = await api.call(seller, 'messages.send', { params, body: { content: 'Yes.' } })
    expect(again.status).toBe(200)
  })

  test('no notice is created, and an earlier one is hidden until the block is lifted', async () => {
    const seller = await buildSeller(api.pool)
    const application = await buildApplication(api.pool, {
      project: await buildProject(api.pool, { seller }),
    })
    const submit = () =>
      inTransaction(api.pool, (tx) =>
        recordEvent(tx, {
          entity: 'application',
          entityId: application.id,
          projectId: application.project_id,
          actorId: application.creator.id,
          move: 'submit',
          from: null,
          to: 'pending',
        }),
      )
    const told = async () => (await api.call(seller, 'notifications.list')).body.items.length
    await submit()
    await block(seller, application.creator)
    await submit()
    expect(await told()).toBe(0)
    expect((await api.call(seller, 'notifications.unread')).body.unread).toBe(0)
    await unblock(seller, application.creator)
    expect(await told()).toBe(1)
  })

  test('a saved search finds nothing posted by the other person', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const { body: search } = await api.call(creator, 'searches.save', {
      body: { about: 'projects', q: 'weathervane' },
    })
    const finds = () => takeFinds(api.pool as never, { ...search, user_id: creator.id }, new Date())
    const match = async () => {
      const project = await buildProject(api.pool, { seller, title: 'A weathervane' })
      await noteFinds(api.pool, 'projects', project.id, new Date(Date.now() + 1_000))
    }
    await match()
    await block(creator, seller)
    await match()
    expect(await finds()).toEqual([])
    await unblock(creator, seller)
    await match()
    expect(await finds()).toHaveLength(1)
  })

  test('on other people’s pages, the blocked person’s reviews are hidden from the blocker only', async () => {
    const deal = await buildDeal(api.pool)
    await buildReviews(api.pool, deal, { shown: true })
    const reader = await buildCreator(api.pool)
    const read = async (as: BuiltUser | null) =>
      (await api.call(as, 'reputation.of_profile', { params: { id: deal.creator.id } })).body.rows
    expect(await read(reader)).toHaveLength(1)
    await block(reader, deal.seller)
    expect(await read(reader)).toHaveLength(0)
    expect(await read(null)).toHaveLength(1)
    expect(await read(deal.creator)).toHaveLength(1)
    expectRefusal(
      await api.call(reader, 'reputation.of_profile', { params: { id: deal.seller.id } }),
      'profile.not_found',
    )
  })
})

describe('blocking', () => {
  test('is idempotent under concurrent clicks, and recorded once per direction', async () => {
    const [one, other] = [await buildCreator(api.pool), await buildSeller(api.pool)]
    const replies = await Promise.all([
      block(one, other),
      block(one, other),
      block(other, one),
      block(other, one),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all([unblock(one, other), unblock(one, other)])
    await unblock(one, other)
    const events = await rows<{ actor_id: string; move: string }>(
      api.pool,
      sql`select actor_id, move from events where entity = 'block' and actor_id in (${one.id}, ${other.id}) order by id`,
    )
    expect(events.filter(({ actor_id: id }) => id === one.id).map(({ move }) => move)).toEqual([
      'add',
      'remove',
    ])
    expect(events.filter(({ actor_id: id }) => id === other.id)).toHaveLength(1)
    // The other one’s block still stands.
    expectRefusal(
      await api.call(one, 'profiles.get', { params: { id: other.id } }),
      'profile.not_found',
    )
  })

  test('is refused for a deleted account, for oneself and beyond the limit', async () => {
    const creator = await buildCreator(api.pool)
    expectRefusal(await block(creator, creator), 'block.self')
    const left = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`update auth.users set deleted_at = now(), email = null where id = ${left.id}`,
    )
    await expectHidden(api, creator, 'blocks.add', { params: { id: left.id } })
    const others = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`with made as (insert into auth.users (id, email, email_confirmed_at)
          select gen_random_uuid(), 'blocked' || n || '@example.com', now()
          from generate_series(1, ${BLOCKED_PEOPLE}) n returning id, email),
        people as (insert into profiles (id, name, email, role) select id, 'Somebody', email, 'seller' from made returning id)
        insert into blocks (blocker_id, blocked_id, created_at) select ${creator.id}, id, now() from people`,
    )
    expectRefusal(await block(creator, others), 'block.too_many')
  })

  test('concurrently with accepting an application leaves either a working deal or none', async () => {
    for (let round = 0; round < 6; round += 1) {
      const seller = await buildSeller(api.pool)
      const project = await buildProject(api.pool, { seller })
      const application = await buildApplication(api.pool, { project })
      const { creator } = application
      const [accepted, blocked] = await Promise.all([
        api.call(seller, 'applications.accept', { params: { id: application.id } }),
        block(round % 2 === 0 ? creator : seller, round % 2 === 0 ? seller : creator),
      ])
      expect(blocked.status).toBe(200)
      const talks = (await api.call(creator, 'conversations.list')).body
      const opened = await api.call(seller, 'conversations.open', {
        body: { project_id: project.id, creator_id: creator.id },
      })
      const written = await api.call(seller, 'messages.send', {
        params: { id: talks[0]?.id ?? project.id },
        body: { content: 'It is on its way.' },
      })
      // Either the whole deal exists or nothing of it.
      const isDeal = accepted.status === 200
      expect([accepted.status, opened.status, written.status, talks.length]).toEqual(
        isDeal ? [200, 200, 200, 1] : [404, 404, 404, 0],
      )
    }
  })

  test('appears in the blocker’s export, and not in the blocked person’s', async () => {
    const [one, other] = [await buildCreator(api.pool), await buildSeller(api.pool)]
    await block(one, other)
    const table = RECORD_TABLES.find(({ name }) => name === 'blocked-people')
    const of = ({ id }: BuiltUser) => rows(api.pool, table?.of(id) ?? sql`select`)
    expect(await of(one)).toMatchObject([{ person_id: other.id }])
    expect(await of(other)).toEqual([])
  })
})

test('a creator’s application count matches their list, with and without a block', async () => {
  const { seller, creator } = await acquainted()
  const agreed = await buildProject(api.pool, { seller, status: 'in_progress' })
  await buildApplication(api.pool, { project: agreed, creator, status: 'accepted' })
  const counted = async () => (await api.call(creator, 'dashboard.creator')).body.applications
  const listed = async () => (await api.call(creator, 'applications.mine')).body
  expect([await counted(), (await listed()).length]).toEqual([2, 2])
  for (const [blocker, blocked] of [
    [seller, creator],
    [creator, seller],
  ] as const) {
    await block(blocker, blocked)
    // The deal stays theirs.
    expect((await listed()).map(({ project_id: id }) => id)).toEqual([agreed.id])
    expect(await counted()).toBe(1)
    await unblock(blocker, blocked)
  }
  expect(await counted()).toBe(2)
})
