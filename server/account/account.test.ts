import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DELETED_NAME } from '#contract/account.ts'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { issueToken } from '#server/auth/records/one-time-tokens.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  buildBrief,
  buildChecks,
  buildAmendment,
  buildApplication,
  buildDeal,
  buildDeliverable,
  buildFile,
  buildGuestLink,
  buildInvitation,
  buildMessage,
  buildNote,
  buildOperator,
  buildPayment,
  buildProject,
  buildReviews,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildList } from '#tests/support/creator-lists.ts'
import { buildHire, buildListing, dealsOf, listingNow } from '#tests/support/campaigns.ts'
import { buildShipment } from '#tests/support/shipments.ts'
import { buildReport, buildSanction } from '#tests/support/reports.ts'
import { buildOrder, orderInput } from '#tests/support/packages.ts'
import { cleanUpFiles } from '#server/uploads/cleanup.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { startStorage, type TestStorage } from '#tests/support/storage.ts'
import { unzipped } from '#tests/support/unzipped.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { csvOf } from '#server/account/export/exported-tables.ts'

const PASSWORD = 'correct horse'

let api: TestStorage
let passwordHash: string
beforeAll(async () => {
  api = await startStorage()
  passwordHash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
})
afterAll(() => api.close())

/** A deal whose two sides share a password, with its payment in a given state. */
async function deal(paymentStatus: string | null) {
  const built = await buildDeal(api.pool)
  await execute(
    api.pool,
    sql`update auth.users set password_hash = ${passwordHash} where id = any(${[built.seller.id, built.creator.id]})`,
  )
  const payment =
    paymentStatus === null
      ? null
      : await buildPayment(api.pool, { application: built.application, status: paymentStatus })
  return { ...built, payment }
}

const { words: WORDS } = orderInput()
const orderOf = ({ id }: { id: string }) =>
  oneRow(
    api.pool,
    sql`select package_orders.status, projects.status as project, words
      from package_orders join projects on projects.id = project_id where package_orders.id = ${id}`,
  )

const remove = (as: BuiltUser, body: object = { password: PASSWORD }) =>
  api.call(as, 'account.delete', { body })

const rowOf = (
  table: 'profiles' | 'auth.users' | 'deal_reviews' | 'reports' | 'sanctions',
  id: string,
) =>
  api.pool
    .query<Record<string, unknown>>(`select * from ${table} where id = $1`, [id])
    .then(({ rows: [row] }) => row ?? {})

test('a proposed amendment is closed when the account of either side is deleted', async () => {
  for (const side of ['seller', 'creator'] as const) {
    const built = await deal(null)
    const { id } = await buildAmendment(api.pool, { application: built.application })
    expect((await remove(built[side])).status).toBe(200)
    expect(await oneRow(api.pool, sql`select status from amendments where id = ${id}`)).toEqual({
      status: 'closed',
    })
  }
})

describe('an account is not deleted', () => {
  test.each([
    {},
    { password: '' },
    { password: 'wrong' },
    { code: '123456' },
    { code: '', password: 'wrong' },
  ])('with the proof %j', async (proof) => {
    const { seller } = await deal(null)
    expectRefusal(await remove(seller, proof), 'account.proof_wrong')
    expect(await rowOf('auth.users', seller.id)).toMatchObject({
      deleted_at: null,
      email: seller.email,
    })
  })

  test('while its money is held, and the mailed code stays good for afterwards', async () => {
    const { seller, payment } = await deal('held_in_escrow')
    const token = { userId: seller.id, kind: 'reauthentication', email: seller.email } as const
    const { code } = await issueToken(
      api.pool,
      api.deps.config.keys,
      { ...token, codeChallenge: null },
      new Date(),
    )
    expectRefusal(await remove(seller, { code }), 'account.money_held')
    // The reason is what their own pages say, and tells nothing about the code.
    expectRefusal(await remove(seller, { code: 'wrong' }), 'account.money_held')
    await api.pool.query(`update payments set status = 'released' where id = $1`, [payment?.id])
    expectRefusal(await remove(seller, { code: 'wrong' }), 'account.proof_wrong')
    expect((await remove(seller, { code })).status).toBe(200)
  })

  test('after too many wrong passwords', async () => {
    const { seller } = await deal(null)
    for (let guess = 0; guess < 10; guess += 1) await remove(seller, { password: 'wrong' })
    expectRefusal(await remove(seller), 'request.too_many')
  })

  test.each([
    ['is held', 'account.money_held', "status = 'held_in_escrow'"],
    ['is being released', 'account.money_moving', "status = 'held_in_escrow', moving = 'release'"],
    [
      'may be paid on an open page',
      'account.money_moving',
      'checkout_session_id = gen_random_uuid()::text',
    ],
    [
      'is disputed',
      'account.disputed',
      "status = 'held_in_escrow', disputed = true, dispute_outcome = 'open'",
    ],
  ] as const)('by either side while money %s', async (_, code, change) => {
    const { seller, creator, payment } = await deal('pending')
    await api.pool.query(`update payments set ${change} where id = $1`, [payment?.id])
    for (const side of [seller, creator]) {
      expectRefusal(await remove(side), code)
      expect((await rowOf('profiles', side.id))['name']).toBe(side.name)
    }
  })
})

describe('an account is not deleted while an added payment', () => {
  test.each([
    ['is agreed and not paid', 'account.money_held', 'held_in_escrow', null],
    [
      'may be paid on an open page, though the rest has left',
      'account.money_moving',
      'released',
      'checkout_session_id = gen_random_uuid()::text',
    ],
    [
      'stayed behind when the rest was released',
      'account.money_held',
      'released',
      "status = 'held_in_escrow', funded_at = now()",
    ],
    [
      'is being returned',
      'account.money_moving',
      'refunded',
      "status = 'held_in_escrow', moving = 'refund'",
    ],
    [
      'is disputed by a bank',
      'account.disputed',
      'released',
      "status = 'released', disputed = true, dispute_outcome = 'open'",
    ],
  ] as const)('%s', async (_, code, own, change) => {
    const { seller, creator, application } = await deal(own)
    const amendment = await oneRow<{ id: string }>(
      api.pool,
      sql`insert into amendments (id, application_id, number, by, against_deliver_by, price, against_price, extra, pay_by,
          status, answered_at, created_at, expires_at)
        values (gen_random_uuid(), ${application.id}, 1, 'seller', current_date, 60000, 54000, 6000, now() + interval '3 days',
          'unpaid', now(), now(), now() + interval '1 hour') returning id`,
    )
    if (change !== null) {
      const extra = await oneRow<{ id: string }>(
        api.pool,
        sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, status, purpose, amendment_id)
          select project_id, ${application.id}, ${seller.id}, ${creator.id}, 6000, 'pending', 'extra', ${amendment.id}
          from applications where id = ${application.id} returning id`,
      )
      await api.pool.query(`update payments set ${change} where id = $1`, [extra.id])
    }
    for (const side of [seller, creator]) {
      expectRefusal(await remove(side), code)
      expect((await rowOf('profiles', side.id))['name']).toBe(side.name)
    }
  })
})

describe('a deleted account', () => {
  test('keeps its deal, messages and payments, and loses its personal data', async () => {
    const { seller, creator, conversation, project, payment } = await deal('released')
    await buildMessage(api.pool, { conversation, sender: creator })
    await execute(
      api.pool,
      sql`update profiles set bio = 'I live in Oslo', website = 'https://me.example', avatar_url = '/storage/public/x',
        social_links = '{"instagram": "https://me.example"}' where id = ${creator.id}`,
    )
    await execute(
      api.pool,
      sql`insert into auth.sessions (user_id, refresh_key, refreshed_at)
        values (${creator.id}, ${Buffer.alloc(32)}, now())`,
    )
    expect(await remove(creator)).toMatchObject({ status: 200, body: { deleted: true } })

    const profile = await rowOf('profiles', creator.id)
    expect(profile).toMatchObject({
      // Their finished deals keep it.
      name: creator.name,
      email: '',
      bio: null,
      website: null,
      avatar_url: null,
    })
    const left = JSON.stringify([profile, await rowOf('auth.users', creator.id)])
    for (const trace of [creator.email, 'Oslo', 'me.example', passwordHash])
      expect(left).not.toContain(trace)
    const sessions = await oneRow<{ count: number }>(
      api.pool,
      sql`select count(*)::int from auth.sessions where user_id = ${creator.id}`,
    )
    expect(sessions.count).toBe(0)
    expect((await api.call(null, 'profiles.get', { params: { id: creator.id } })).status).toBe(404)

    // The other side still sees all of it.
    const payments = await api.call(seller, 'payments.list')
    expect(payments.body).toMatchObject([{ id: payment?.id, counterpart_name: creator.name }])
    const messages = await api.call(seller, 'messages.list', { params: { id: conversation.id } })
    expect(JSON.stringify(messages.body)).toContain('The mug arrived.')
    expect((await api.call(seller, 'projects.get', { params: { id: project.id } })).status).toBe(
      200,
    )
    // The address is free again.
    await execute(api.pool, sql`insert into auth.users (email) values (${creator.email})`)
  })

  test('has its cards deleted at the provider, by a job committed with it', async () => {
    const { seller } = await deal('released')
    await execute(
      api.pool,
      sql`update profiles set stripe_customer_id = 'cus_leaving' where id = ${seller.id}`,
    )
    const forgets = () =>
      rows<{ payload: unknown }>(
        api.pool,
        sql`select jobs.payload from graphile_worker._private_jobs jobs
          join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
          where tasks.identifier = 'payment_methods.forget'`,
      )
    expectRefusal(await remove(seller, { password: 'wrong' }), 'account.proof_wrong')
    expect(await forgets()).toEqual([])
    expect((await remove(seller)).status).toBe(200)
    expect(await forgets()).toEqual([{ payload: { customer_id: 'cus_leaving' } }])
  })

  test('declines its open invitations and notifies their sellers', async () => {
    const { seller, creator } = await deal(null)
    const project = await buildProject(api.pool, { seller })
    const { body: invitation } = await api.call(seller, 'invitations.send', {
      body: { project_id: project.id, creator_id: creator.id },
    })
    expect((await remove(creator)).status).toBe(200)
    expect(
      await rows(
        api.pool,
        sql`select move, from_status, to_status, actor_id from events
          where entity = 'invitation' and entity_id = ${invitation.id} order by id`,
      ),
    ).toEqual([
      { move: 'send', from_status: null, to_status: 'pending', actor_id: seller.id },
      { move: 'decline', from_status: 'pending', to_status: 'declined', actor_id: creator.id },
    ])
    expect(
      await rows(
        api.pool,
        sql`select facts ->> 'creator_name' as name from notifications
          where user_id = ${seller.id} and notice = 'invitation.decline'`,
      ),
    ).toEqual([{ name: DELETED_NAME }])
  })

  test('of a creator loses its packages and declines the orders that wait', async () => {
    const { seller, creator } = await deal(null)
    const order = await buildOrder(api.pool, { seller, creator })
    expect((await remove(creator)).status).toBe(200)
    expect(
      await rows(api.pool, sql`select from packages where creator_id = ${creator.id}`),
    ).toEqual([])
    expect(await orderOf(order)).toEqual({ status: 'declined', project: 'cancelled', words: WORDS })
  })

  test('of a brand cancels the orders that wait, and removes its words from them', async () => {
    const { seller, creator } = await deal(null)
    const order = await buildOrder(api.pool, { seller, creator })
    expect((await remove(seller)).status).toBe(200)
    expect(await orderOf(order)).toEqual({ status: 'cancelled', project: 'cancelled', words: '' })
  })

  test('removes the words of unsuccessful applications and invitations, and keeps those of deals', async () => {
    const { seller, creator, application } = await deal('released')
    const rejected = await buildApplication(api.pool, { creator, status: 'rejected' })
    const waiting = await buildApplication(api.pool, { creator })
    const others = await buildApplication(api.pool, { status: 'rejected' })
    const project = await buildProject(api.pool, { seller })
    const declined = await buildInvitation(api.pool, { project, status: 'declined' })
    for (const side of [creator, seller]) expect((await remove(side)).status).toBe(200)
    const emptied = await rows<{ id: string }>(
      api.pool,
      sql`select id from applications where message = ''
        union all select id from project_invitations where message = ''`,
    )
    expect(emptied.map(({ id }) => id).toSorted()).toEqual(
      [rejected.id, waiting.id, declined.id].toSorted(),
    )
    expect([application.id, others.id]).not.toContain(rejected.id)
  })

  test('of a creator waits for a running acceptance without a deadlock, and declines an order made meanwhile', async () => {
    const { seller, creator } = await deal(null)
    const order = await buildOrder(api.pool, { seller, creator })
    let leaving: ReturnType<typeof remove> | undefined
    const later = await inTransaction(api.pool, async (tx) => {
      // Simulates an acceptance in another process: its project is locked, and it is about to refer to its creator.
      await execute(tx, sql`select from projects where id = ${order.project_id} for no key update`)
      leaving = remove(creator)
      await expect.poll(() => waitingForLocks(api.pool)).toBe(1)
      await execute(tx, sql`select from profiles where id = ${creator.id} for key share`)
      return buildOrder(api.pool, { seller, creator })
    })
    expect((await leaving)?.status).toBe(200)
    for (const one of [order, later])
      expect(await orderOf(one)).toMatchObject({ status: 'declined', project: 'cancelled' })
  })

  test('removes unsent notes and guest links, and keeps sent notes under the replacement name', async () => {
    const { seller, creator, project, application } = await deal(null)
    const deliverable = await buildDeliverable(api.pool, { application })
    const sent = await buildNote(api.pool, { deliverable })
    await buildNote(api.pool, { deliverable, status: 'draft' })
    await buildGuestLink(api.pool, { project })
    await buildChecks(api.pool, deliverable, await buildBrief(api.pool, project.id))
    await execute(
      api.pool,
      sql`update deliverable_checks set holds = false, note = 'Too dark.', answered_at = now()`,
    )
    expect((await remove(seller)).status).toBe(200)
    const { body } = await api.call(creator, 'review.room', { params: { id: deliverable.id } })
    expect(body.notes).toMatchObject([{ id: sent.id, author_name: DELETED_NAME }])
    const left = sql`select 1 from review_notes where status = 'draft' and project_id = ${project.id}
      union all select 1 from review_guest_links where project_id = ${project.id}
      union all select 1 from deliverable_checks where holds is not null`
    expect(await rows(api.pool, left)).toEqual([])
  })

  test('leaves no trace in saved creators and lists, neither its own nor those of others', async () => {
    const { seller, creator } = await deal(null)
    const [other, kept] = [await deal(null), await deal(null)]
    await execute(
      api.pool,
      sql`insert into saved_creators (seller_id, creator_id, saved_at) values
        (${seller.id}, ${creator.id}, now()), (${seller.id}, ${kept.creator.id}, now()),
        (${other.seller.id}, ${creator.id}, now()), (${other.seller.id}, ${kept.creator.id}, now())`,
    )
    for (const { id } of [seller, other.seller])
      await buildList(api.pool, { seller: { id }, creators: [creator, kept.creator] })
    expect((await remove(creator)).status).toBe(200)
    expect((await remove(seller)).status).toBe(200)
    const left = [{ seller_id: other.seller.id, creator_id: kept.creator.id }]
    expect(await rows(api.pool, sql`select seller_id, creator_id from saved_creators`)).toEqual(
      left,
    )
    const listed = sql`select seller_id, creator_id from creator_lists left join listed_creators on list_id = id`
    expect(await rows(api.pool, listed)).toEqual(left)
  })

  test('leaves no shipping address, neither its own nor one it could read', async () => {
    const [first, second, kept] = [await deal(null), await deal(null), await deal(null)]
    for (const { project } of [first, second, kept])
      await buildShipment(api.pool, { project, status: 'to_ship' })
    expect((await remove(first.creator)).status).toBe(200)
    expect((await remove(second.seller)).status).toBe(200)
    const left = await rows<{ project_id: string }>(
      api.pool,
      sql`select project_id from shipments where sealed_address is not null`,
    )
    expect(left).toEqual([{ project_id: kept.project.id }])
  })

  test('leaves no blocks, neither its own nor those against it', async () => {
    const { seller, creator } = await deal(null)
    const [other, kept] = [await deal(null), await deal(null)]
    await execute(
      api.pool,
      sql`insert into blocks (blocker_id, blocked_id, created_at) values
        (${creator.id}, ${other.seller.id}, now()), (${kept.seller.id}, ${seller.id}, now()),
        (${kept.seller.id}, ${other.creator.id}, now())`,
    )
    expect((await remove(creator)).status).toBe(200)
    expect((await remove(seller)).status).toBe(200)
    expect(await rows(api.pool, sql`select blocker_id, blocked_id from blocks`)).toEqual([
      { blocker_id: kept.seller.id, blocked_id: other.creator.id },
    ])
  })

  test('of a creator loses its portfolio files at the next clean-up', async () => {
    const { creator } = await deal(null)
    const piece = await buildFile(api.pool, { owner: creator, bucket: 'portfolio' })
    const portfolio = { portfolio_urls: [piece.url], portfolio_captions: ['Bread week'] }
    const saved = await api.call(creator, 'profiles.update', { body: portfolio })
    expect(saved.status).toBe(200)
    expect((await remove(creator)).status).toBe(200)
    expect(await rowOf('profiles', creator.id)).toMatchObject({
      portfolio_urls: [],
      portfolio_captions: [],
    })
    await cleanUpFiles(api.deps, api.storage)
    expect(await rows(api.pool, sql`select id from files where id = ${piece.id}`)).toEqual([])
  })

  test('cancels the listings of its owner, and the unpaid deals hired through them', async () => {
    const { seller } = await deal(null)
    const hiring = await buildListing(api.pool, { seller })
    const full = await buildListing(api.pool, { seller, seats: 2 })
    for (const listing of [hiring, full, full]) await buildHire(api.pool, { listing })
    expect((await remove(seller)).status).toBe(200)
    for (const listing of [hiring, full]) {
      expect((await listingNow(api.pool, listing.id)).status).toBe('cancelled')
      for (const { status } of await dealsOf(api.pool, listing.id)) expect(status).toBe('cancelled')
    }
  })

  test('keeps the pictures of a listing whose deals show them, and releases those of one without deals', async () => {
    const { seller } = await deal(null)
    const { url } = await buildFile(api.pool, { owner: seller })
    const hiring = await buildListing(api.pool, { seller })
    const empty = await buildListing(api.pool, { seller })
    await execute(
      api.pool,
      sql`update projects set product_images = array[${url}] where id in (${hiring.id}, ${empty.id})`,
    )
    const { id } = await buildHire(api.pool, { listing: hiring })
    expect((await remove(seller)).status).toBe(200)
    const pictures = async (projectId: string) =>
      oneRow(api.pool, sql`select product_images from projects where id = ${projectId}`)
    for (const kept of [hiring.id, id])
      expect(await pictures(kept)).toEqual({ product_images: [url] })
    expect(await pictures(empty.id)).toEqual({ product_images: [] })
  })

  test('cancels its owner’s open project, releases its pictures, and drops the name if nothing was ever paid', async () => {
    const seller = await buildSeller(api.pool)
    const picture = await buildFile(api.pool, { owner: seller })
    await execute(
      api.pool,
      sql`update auth.users set password_hash = ${passwordHash} where id = ${seller.id}`,
    )
    const created = await api.call(seller, 'projects.create', {
      body: {
        title: 'A lamp',
        category: 'home',
        description: 'One still.',
        budget: 100,
        deadline: '2031-05-01',
        product_images: [picture.url],
        status: 'active',
      },
    })
    expect(created.body.product_images).toEqual([picture.url])
    expect((await remove(seller)).status).toBe(200)
    const project = sql`select status, product_images from projects where id = ${created.body.id}`
    expect(await oneRow(api.pool, project)).toEqual({ status: 'cancelled', product_images: [] })
    await cleanUpFiles(api.deps, api.storage)
    expect(await rows(api.pool, sql`select id from files where id = ${picture.id}`)).toEqual([])
    // Nothing was ever paid, so the name does not have to be kept.
    expect(await rowOf('profiles', seller.id)).toMatchObject({
      name: DELETED_NAME,
      company_name: null,
    })
  })
})

test('the reviews of a deleted account stay without its name, and those it still owed lapse', async () => {
  const [written, open] = [await deal('released'), await deal('released')]
  const { creator } = written
  const reviews = await buildReviews(api.pool, written)
  const body = { scores: { first: 5, second: 4, third: 5 }, again: true, body: 'Quick answers.' }
  for (const [as, id] of [
    [creator, reviews.creator],
    [written.seller, reviews.seller],
  ] as const)
    await api.call(as, 'reputation.write', { params: { id }, body })
  const others = await buildReviews(api.pool, { ...open, creator })
  expect(await remove(creator)).toMatchObject({ status: 200 })
  const list = await api.call(null, 'reputation.of_profile', { params: { id: written.seller.id } })
  expect(list.body.rows).toMatchObject([{ author: null, body: 'Quick answers.' }])
  expect(await rowOf('deal_reviews', others.creator)).toMatchObject({ status: 'lapsed' })
  expect(await rowOf('deal_reviews', others.seller)).toMatchObject({ status: 'open' })
})

test('a deleted account’s reports lose its name, and reports and sanctions about it lose its words', async () => {
  const { seller, creator } = await deal('released')
  const operator = await buildOperator(api.pool)
  const made = await buildReport(api.pool, { reporter: creator, about: seller })
  const about = await buildReport(api.pool, { reporter: seller, about: creator })
  const decided = await buildSanction(api.pool, { person: creator, operator, appealed: true })
  expect(await remove(creator)).toMatchObject({ status: 200 })
  expect(await rowOf('reports', made.id)).toMatchObject({ reporter_id: null, reason: 'scam' })
  expect(await rowOf('reports', about.id)).toMatchObject({ reporter_id: seller.id, seen: '' })
  expect(await rowOf('sanctions', decided.id)).toMatchObject({
    appeal_status: 'none',
    appeal: null,
    seen: '',
  })
})

describe('an export', () => {
  test('is a ZIP of its owner’s data and files, without those of anyone else', async () => {
    const { seller, creator, conversation, project } = await deal('released')
    await buildMessage(api.pool, { conversation, sender: creator })
    const bytes = Buffer.from('What I delivered.')
    const file = {
      bucket: 'deliverable-files',
      name: 'work.txt',
      bytes,
      projectId: project.id,
    } as const
    await api.upload(creator, file)
    const sent = await api.upload(creator, {
      bucket: 'message-files',
      name: 'brief.pdf',
      bytes: Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF'),
      projectId: project.id,
    })
    await api.call(creator, 'messages.send', {
      params: { id: conversation.id },
      body: { file_ids: [sent.id] },
    })
    await execute(
      api.pool,
      sql`insert into saved_searches (user_id, about, q) values (${creator.id}, 'projects', 'mugs'),
        (${seller.id}, 'creators', 'not the creator’s')`,
    )
    await execute(
      api.pool,
      sql`insert into saved_creators (seller_id, creator_id, saved_at) values (${seller.id}, ${creator.id}, now())`,
    )
    const { body } = await api.call(creator, 'account.export')
    const answer = await api.fetch(null, body.url)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const entries = unzipped(Buffer.from(await answer.arrayBuffer()))
    const read = (name: string) => entries.get(name)?.toString() ?? ''
    expect(JSON.parse(read('data/profile.json'))).toMatchObject([
      { id: creator.id, email: creator.email },
    ])
    expect(read('data/messages.csv')).toContain('The mug arrived.')
    expect(read('data/payments.csv')).toContain('540')
    expect(read('data/saved-searches.csv')).toContain('mugs')
    expect(read('data/messages.csv')).toContain('brief.pdf')
    expect(read(`files/${sent.id}-brief.pdf`)).toMatch(/^%PDF/)
    // The list of creators a brand has saved belongs to that brand.
    expect(read('data/saved-creators.json').trim()).toBe('[]')
    const [own] = JSON.parse(read('data/files.json')) as { id: string }[]
    expect(read(`files/${own?.id}-work.txt`)).toBe('What I delivered.')
    const all = [...entries.values()].join('\n')
    expect(all).not.toContain(seller.email)
    expect(all).not.toContain(passwordHash)
    expect(all).not.toContain('not the creator’s')
  })

  test('opens by its own link only, for five minutes', async () => {
    const [one, other] = [await buildSeller(api.pool), await buildSeller(api.pool)]
    const { url } = (await api.call(one, 'account.export')).body
    for (const wrong of [
      url.replace(one.id, other.id),
      url.replace(/expires=\d/, 'expires=3'),
      url.replace(/signature=.*/, 'signature=x'),
      url.replace(/\?.*/, ''),
    ])
      expect((await api.fetch(other, wrong)).status, wrong).toBe(404)
    api.setNow(new Date(Date.now() + 301_000))
    expect((await api.fetch(one, url)).status).toBe(404)
    api.setNow(null)
  })

  test('marks cells that look like formulas as text', () => {
    expect(csvOf([{ a: '=1+1', b: 'x,"y"', c: -5, d: null }])).toBe(
      'a,b,c,d\r\n\'=1+1,"x,""y""",-5,\r\n',
    )
    expect(
      csvOf([{ a: '＝1+1', b: false, c: { d: 'e' }, d: 'g\nh', e: '2031-05-01T12:00:00Z' }]),
    ).toBe('a,b,c,d,e\r\n\'＝1+1,false,"{""d"":""e""}","g\nh",2031-05-01T12:00:00Z\r\n')
  })
})
