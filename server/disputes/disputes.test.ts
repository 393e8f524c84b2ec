import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { DISPUTE_LIMITS } from '#contract/dispute-limits.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { orderRelease } from '#server/payments/release/payment-release.ts'
import { type Reply, startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAmendment,
  buildApplication,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildMessage,
  buildNote,
  buildOffer,
  buildOperator,
  buildPayment,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { movesOf, noticesOf } from '#tests/support/recorded.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof heldDeal>>

/** A deal with its money held and one pending delivery. */
async function heldDeal() {
  const deal = await buildDeal(api.pool)
  const payment = await buildPayment(api.pool, { application: deal.application })
  await execute(
    api.pool,
    sql`update payments set status = 'held_in_escrow', funded_at = now(), stripe_charge_id = ${`ch_${payment.id}`}
      where id = ${payment.id}`,
  )
  const delivery = await buildDeliverable(api.pool, { application: deal.application })
  return { ...deal, payment, delivery }
}

const open = (deal: Deal, by: BuiltUser, statement = 'The mug is not in the picture.') =>
  api.call(by, 'disputes.open', {
    params: { id: deal.payment.id },
    body: { reason: 'other', statement },
  })
const state = (id: string, by: BuiltUser, statement: string) =>
  api.call(by, 'disputes.state', { params: { id }, body: { statement } })
const withdraw = (id: string, by: BuiltUser) =>
  api.call(by, 'disputes.withdraw', { params: { id } })
const listed = async (deal: Deal, by: BuiltUser) =>
  (await api.call(by, 'disputes.for_project', { params: { id: deal.project.id } })).body
const approve = (deal: Deal) =>
  api.call(deal.seller, 'deliverables.approve', {
    params: { id: deal.delivery.id },
    body: { release: true },
  })

/** The outcome of a call: 200, or the code of its refusal. */
const codeOf = (reply: Reply<unknown> | undefined) =>
  reply?.status === 200 ? 200 : (reply?.body as { code?: string } | undefined)?.code

const paymentOf = (deal: Deal) =>
  oneRow<{ moving: string | null; deal_dispute_id: string | null }>(
    api.pool,
    sql`select moving, deal_dispute_id from payments where id = ${deal.payment.id}`,
  )

describe('a dispute', () => {
  it('opened by the creator freezes the money and notifies the seller, whose answer makes it ready for a decision', async () => {
    const deal = await heldDeal()
    const opened = await open(deal, deal.creator)
    expect(opened.body).toMatchObject({
      status: 'awaiting_answer',
      opened_by: 'creator',
      respondent: 'seller',
      amount: 540,
      statements: [{ by: 'creator', content: 'The mug is not in the picture.' }],
    })
    const { id } = opened.body
    expect((await paymentOf(deal)).deal_dispute_id).toBe(id)
    expect(await noticesOf(api.pool, deal.seller)).toEqual(['deal_dispute.open'])
    expect(await noticesOf(api.pool, deal.creator)).toEqual([])

    const answered = await state(id, deal.seller, 'It is, at 0:12.')
    expect(answered.body).toMatchObject({
      status: 'awaiting_decision',
      answered_at: expect.any(String),
      statements: [{ by: 'creator' }, { by: 'seller', content: 'It is, at 0:12.' }],
    })
    await state(id, deal.creator, 'For a second.')
    expect(await movesOf(api.pool, id)).toEqual(['open', 'answer', 'add_statement'])
    expect(await noticesOf(api.pool, deal.creator)).toEqual(['deal_dispute.answer'])
    expect(await noticesOf(api.pool, deal.seller)).toEqual([
      'deal_dispute.open',
      'deal_dispute.add_statement',
    ])
    expect(await listed(deal, deal.seller)).toEqual(await listed(deal, deal.creator))
    const thread = await api.call(deal.seller, 'conversations.events', {
      params: { id: deal.conversation.id },
    })
    expect(thread.body.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['dispute_opened', 540],
      ['dispute_answered', 540],
    ])
    const support = await rows<{ subject: string }>(
      api.pool,
      sql`select payload->>'subject' as subject from graphile_worker._private_jobs
        where payload->>'dedupe_id' = ${`dispute-${id}`}`,
    )
    expect(support).toEqual([{ subject: 'A dispute waits for a decision' }])
  })

  it('is on the project’s page for both sides while it is open, and for no one else', async () => {
    const deal = await heldDeal()
    const bystander = await buildApplication(api.pool, {
      project: deal.project,
      status: 'rejected',
    })
    const readers = [deal.seller, deal.creator, bystander.creator]
    const shown = () =>
      Promise.all(
        readers.map(async (reader) => {
          const page = await api.call(reader, 'projects.get', { params: { id: deal.project.id } })
          return page.body.in_dispute
        }),
      )
    expect(await shown()).toEqual([false, false, false])
    const { id } = (await open(deal, deal.creator)).body
    expect(await shown()).toEqual([true, true, false])
    await withdraw(id, deal.creator)
    expect(await shown()).toEqual([false, false, false])
  })

  it('blocks release, approval with release and refund, but a revision can still be requested', async () => {
    const deal = await heldDeal()
    await open(deal, deal.seller)
    const body = { payment_id: deal.payment.id }
    expectRefusal(await api.call(deal.seller, 'payments.release', { body }), 'payment.frozen')
    expectRefusal(await api.call(deal.creator, 'payments.refund', { body }), 'payment.frozen')
    expectRefusal(await approve(deal), 'payment.frozen')
    const waits = await api.call(deal.creator, 'deliverables.for_project', {
      params: { id: deal.project.id },
    })
    expect(waits.body[0]).toMatchObject({ status: 'pending', review_from: null })
    const revision = { params: { id: deal.delivery.id }, body: { reviewer_notes: 'Brighter.' } }
    expect((await api.call(deal.seller, 'deliverables.request_revision', revision)).status).toBe(
      200,
    )
  })

  it('cannot coexist with moving money: the database refuses it', async () => {
    const deal = await heldDeal()
    await open(deal, deal.seller)
    await expect(
      execute(api.pool, sql`update payments set moving = 'refund' where id = ${deal.payment.id}`),
    ).rejects.toThrow('payments_frozen_money_stays')
  })

  it('opened at the moment of a paying approval: one of them wins, the other is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const deal = await heldDeal()
      const calls = [() => approve(deal), () => open(deal, deal.creator)]
      const inTurn = round % 2 === 0 ? calls : calls.toReversed()
      const replies = await Promise.all(inTurn.map((call) => call()))
      const [approved, opened] = round % 2 === 0 ? replies : replies.toReversed()
      const { moving, deal_dispute_id } = await paymentOf(deal)
      const outcome = [codeOf(approved), codeOf(opened), moving, deal_dispute_id !== null]
      expect([
        ['payment.frozen', 200, null, true],
        [200, 'payment.moving', 'release', false],
      ]).toContainEqual(outcome)
    }
  })

  it('opened at the moment of a release: one of them wins', async () => {
    for (let round = 0; round < 6; round += 1) {
      const deal = await heldDeal()
      const release = () =>
        inTransaction(api.pool, (tx) =>
          orderRelease(tx, api.deps, { projectId: deal.project.id, actorId: deal.seller.id }),
        ).then(
          () => 'ordered',
          (error: unknown) => (error instanceof AppError ? error.code : 'thrown'),
        )
      const [released, opened] = await Promise.all([release(), open(deal, deal.creator)])
      const { moving, deal_dispute_id } = await paymentOf(deal)
      expect([
        ['payment.frozen', 200, null, true],
        ['ordered', 'payment.moving', 'release', false],
      ]).toContainEqual([released, codeOf(opened), moving, deal_dispute_id !== null])
    }
  })

  it('opened by both sides concurrently is created once; opened again by the same side it is idempotent', async () => {
    const deal = await heldDeal()
    const replies = await Promise.all([open(deal, deal.seller), open(deal, deal.creator)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [first] = await listed(deal, deal.seller)
    const opener = first?.opened_by === 'seller' ? deal.seller : deal.creator
    expect((await open(deal, opener)).body.id).toBe(first?.id)
    expectRefusal(await open(deal, opener, 'Something else.'), 'dispute.already_open')
    expect(await listed(deal, deal.seller)).toHaveLength(1)
    expect(await movesOf(api.pool, first?.id ?? '')).toEqual(['open'])
  })

  it('requires money that is held, not moving and not frozen', async () => {
    const deal = await heldDeal()
    const set = (column: string) =>
      api.pool.query(`update payments set ${column} where id = $1`, [deal.payment.id])
    await set(`moving = 'release'`)
    expectRefusal(await open(deal, deal.seller), 'payment.moving')
    await set(`moving = null, disputed = true, dispute_outcome = 'open'`)
    expectRefusal(await open(deal, deal.seller), 'payment.frozen')
    await set(`disputed = false, dispute_outcome = 'won', status = 'released'`)
    expectRefusal(await open(deal, deal.seller), 'payment.not_held')
  })

  it('requires a statement and a reason that is open to the opener’s side', async () => {
    const deal = await heldDeal()
    const attempt = (reason: string, statement: string) =>
      api.call(deal.creator, 'disputes.open', {
        params: { id: deal.payment.id },
        body: { reason, statement },
      })
    for (const reason of ['not_delivered', 'review_overdue', 'because'])
      expectInvalid(await attempt(reason, 'Look.'), 'reason')
    expectInvalid(await attempt('payment_withheld', ' \n '), 'statement')
    expect((await attempt('payment_withheld', 'Look.')).status).toBe(200)
  })

  it('is invisible to strangers and to other applicants', async () => {
    const deal = await heldDeal()
    const { id } = (await open(deal, deal.seller)).body
    const applicant = await buildApplication(api.pool, {
      project: deal.project,
      status: 'rejected',
    })
    const strangers = [await buildCreator(api.pool), await buildSeller(api.pool), applicant.creator]
    const body = { reason: 'other', statement: 'Let me in.' }
    const about = { params: { id } }
    for (const stranger of strangers) {
      await expectHidden(api, stranger, 'disputes.open', { params: { id: deal.payment.id }, body })
      await expectHidden(api, stranger, 'disputes.state', { ...about, body: { statement: 'Hm.' } })
      await expectHidden(api, stranger, 'disputes.withdraw', about)
      await expectHidden(api, stranger, 'disputes.evidence', about)
      await expectHidden(api, stranger, 'disputes.for_project', { params: { id: deal.project.id } })
    }
  })

  it('takes a limited number of statements per side, without repetition', async () => {
    const deal = await heldDeal()
    const { id } = (await open(deal, deal.seller)).body
    await state(id, deal.seller, 'One thing more.')
    await state(id, deal.seller, 'One thing more.')
    expect((await listed(deal, deal.seller))[0]?.statements).toHaveLength(2)
    await execute(
      api.pool,
      sql`insert into deal_dispute_statements (dispute_id, author_id, content, created_at)
        select ${id}, ${deal.seller.id}, 'And again.', now()
        from generate_series(3, ${DISPUTE_LIMITS.statements_per_side})`,
    )
    expectRefusal(await state(id, deal.seller, 'The last straw.'), 'dispute.enough_said')
    expect((await state(id, deal.creator, 'My turn.')).body.status).toBe('awaiting_decision')
  })

  it('lists statements in the order they were made, whatever the writers’ clocks say', async () => {
    const deal = await heldDeal()
    const { id } = (await open(deal, deal.seller)).body
    const now = Date.now()
    try {
      api.setNow(new Date(now - 60_000))
      await state(id, deal.creator, 'It is behind the plant.')
      api.setNow(new Date(now - 120_000))
      await state(id, deal.seller, 'I see no plant.')
    } finally {
      api.setNow(null)
    }
    const contents = (await listed(deal, deal.seller))[0]?.statements.map(({ content }) => content)
    expect(contents).toEqual([
      'The mug is not in the picture.',
      'It is behind the plant.',
      'I see no plant.',
    ])
  })
})

describe('a withdrawn dispute', () => {
  it('unfreezes the money; only its opener may withdraw it, once, and no statement follows', async () => {
    const deal = await heldDeal()
    const { id } = (await open(deal, deal.creator)).body
    expectRefusal(await withdraw(id, deal.seller), 'dispute.not_yours_to_withdraw')
    const withdrawn = await withdraw(id, deal.creator)
    expect(withdrawn.body).toMatchObject({ status: 'withdrawn', ended_at: expect.any(String) })
    expect((await withdraw(id, deal.creator)).body).toEqual(withdrawn.body)
    expect(await movesOf(api.pool, id)).toEqual(['open', 'withdraw'])
    expectRefusal(await state(id, deal.seller, 'But still.'), 'dispute.not_open')
    expect((await approve(deal)).status).toBe(200)
    expect(await paymentOf(deal)).toEqual({ moving: 'release', deal_dispute_id: null })
  })

  it('may be followed by another, up to the limit per side', async () => {
    const deal = await heldDeal()
    for (let count = 0; count < DISPUTE_LIMITS.opened_per_side; count += 1) {
      const { id } = (await open(deal, deal.creator)).body
      await withdraw(id, deal.creator)
    }
    expectRefusal(await open(deal, deal.creator), 'dispute.too_many')
    expect((await open(deal, deal.seller)).status).toBe(200)
  })

  it('does not deadlock with a concurrent approval', async () => {
    for (let round = 0; round < 4; round += 1) {
      const deal = await heldDeal()
      const { id } = (await open(deal, deal.creator)).body
      const [withdrawn, approved] = await Promise.all([withdraw(id, deal.creator), approve(deal)])
      expect(withdrawn.status).toBe(200)
      if (approved.status !== 200) expectRefusal(approved, 'payment.frozen')
    }
  })
})

test('both sides read the same evidence, in pages of messages, with nothing of other applicants', async () => {
  const deal = await heldDeal()
  const other = await buildApplication(api.pool, { project: deal.project, status: 'rejected' })
  const talk = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into conversations (project_id, seller_id, creator_id)
      values (${deal.project.id}, ${deal.seller.id}, ${other.creator.id}) returning id`,
  )
  await buildMessage(api.pool, { conversation: talk, sender: other.creator })
  await execute(
    api.pool,
    sql`insert into events (entity, entity_id, project_id, actor_id, move, to_status)
      values ('application', ${other.id}, ${deal.project.id}, ${other.creator.id}, 'submit', 'pending')`,
  )
  await buildMessage(api.pool, { conversation: deal.conversation, sender: deal.seller })
  for (let count = 0; count < DISPUTE_LIMITS.messages_page; count += 1)
    await buildMessage(api.pool, { conversation: deal.conversation, sender: deal.creator })
  const { id } = (await open(deal, deal.seller)).body
  const read = async (by: BuiltUser, before?: number) =>
    (await api.call(by, 'disputes.evidence', { params: { id }, query: before ? { before } : {} }))
      .body
  // Each side has links of its own, and the seller has no original before the release.
  const common = ({ deliverables, ...rest }: Awaited<ReturnType<typeof read>>) => ({
    ...rest,
    deliverables: deliverables.map((one) => [one.id, one.version, one.status]),
  })
  const evidence = await read(deal.creator)
  expect(common(await read(deal.seller))).toEqual(common(evidence))
  expect(evidence).toMatchObject({
    brief: { title: 'Three unboxing reels', budget: 600 },
    application: { proposed_price: 540 },
    deliverables: [{ id: deal.delivery.id, version: 1 }],
    messages_before: true,
  })
  expect(evidence.messages).toHaveLength(DISPUTE_LIMITS.messages_page)
  expect(evidence.events.map(({ kind, by }) => [kind, by])).toEqual([
    ['deal_dispute.open', 'seller'],
  ])
  const older = await read(deal.seller, evidence.messages[0]?.seq)
  expect(older.messages.map(({ by }) => by)).toEqual(['seller'])
  expect(older.messages_before).toBe(false)
  const same = await read(deal.creator, evidence.messages[0]?.seq)
  expect(common(same)).toEqual(common(older))
})

test('sent review notes and file findings are evidence, identical for both sides and the operator', async () => {
  const deal = await heldDeal()
  const { pool } = api
  for (const status of ['open', 'draft', 'withdrawn'] as const)
    await buildNote(pool, { deliverable: deal.delivery, kind: 'must', status })
  await pool.query(
    `update files set sha256 = $1 from deliverables
    where deliverables.id = $2 and files.id = deliverables.file_id`,
    ['ab'.repeat(32), deal.delivery.id],
  )
  const { id } = (await open(deal, deal.seller)).body
  const read = async (by: BuiltUser, before?: number) =>
    (await api.call(by, 'disputes.evidence', { params: { id }, query: before ? { before } : {} }))
      .body
  const { notes, checks } = await read(deal.creator)
  expect(notes).toMatchObject([
    { number: 1, version: 1, kind: 'must', status: 'open', answer: null, replies: [] },
  ])
  expect(checks).toMatchObject([
    { version: 1, file_type: 'image/webp', sha256: 'ab'.repeat(32), media: null },
  ])
  const brand = await read(deal.seller)
  expect({ notes: brand.notes, checks: brand.checks }).toEqual({ notes, checks })
  const operator = await buildOperator(pool)
  const console = await api.call(operator, 'operator.dispute_evidence', { params: { id } })
  expect({ notes: console.body.notes, checks: console.body.checks }).toEqual({ notes, checks })
  expect((await read(deal.seller, 1_000_000)).notes).toEqual([])
})

test('the deal’s offers and amendments are on the first page of evidence, and other applicants’ are not', async () => {
  const deal = await heldDeal()
  const { pool } = api
  await buildOffer(pool, { application: deal.application, by: 'seller', status: 'accepted' })
  const change = await buildAmendment(pool, { application: deal.application, by: 'creator' })
  await execute(
    pool,
    sql`insert into events (entity, entity_id, project_id, actor_id, move, to_status)
      values ('amendment', ${change.id}, ${deal.project.id}, ${deal.creator.id}, 'propose', 'proposed')`,
  )
  const other = await buildApplication(pool, { project: deal.project, status: 'rejected' })
  await buildOffer(pool, { application: other, by: 'creator', status: 'superseded' })
  const { id } = (await open(deal, deal.seller)).body
  const read = async (by: BuiltUser, before?: number) =>
    (await api.call(by, 'disputes.evidence', { params: { id }, query: before ? { before } : {} }))
      .body
  const { offers, amendments, events } = await read(deal.creator)
  expect(offers).toMatchObject([
    { number: 1, by: 'seller', status: 'accepted', price: 480, rounds: 1 },
  ])
  expect(amendments).toMatchObject([
    {
      number: 1,
      by: 'creator',
      status: 'proposed',
      price: null,
      brief_version: null,
      returned: null,
    },
  ])
  expect(events.map(({ kind, by }) => [kind, by])).toContainEqual(['amendment.propose', 'creator'])
  const older = await read(deal.seller, 1_000_000)
  expect([older.offers, older.amendments]).toEqual([[], []])
})

test('a deal split off from a listing has the posting and its own application as evidence, nothing of other creators', async () => {
  const { pool } = api
  const listing = await buildListing(pool)
  const { seller } = listing
  const withId = (id: string) => ({ params: { id } })
  await execute(
    pool,
    sql`update projects set status = 'draft', created_at = '2026-01-02T03:04:05Z' where id = ${listing.id}`,
  )
  await api.call(seller, 'projects.publish', withId(listing.id))
  const talkedTo = async () => {
    const creator = await buildCreator(pool)
    const { body: application } = await api.call(creator, 'applications.submit', {
      ...withId(listing.id),
      body: { message: 'I film in a kitchen.', proposed_price: 500 },
    })
    const { body: offer } = await api.call(seller, 'offers.make', {
      ...withId(application.id),
      body: {
        id: randomUUID(),
        price: 480,
        deliver_by: '2999-01-31',
        rounds: 1,
        hire_at_once: false,
      },
    })
    await api.call(creator, 'offers.accept', withId(offer.offers[0]?.id ?? ''))
    return { creator, application: { ...application, project_id: listing.id, creator } }
  }
  const other = await talkedTo()
  await buildHire(pool, { listing, application: other.application })
  const { creator, application } = await talkedTo()
  const { id: dealId } = await buildHire(pool, { listing, application })
  await api.call(seller, 'projects.close_hiring', withId(listing.id))
  const payment = await buildPayment(pool, { application: { ...application, project_id: dealId } })
  await execute(
    pool,
    sql`update payments set status = 'held_in_escrow', funded_at = now(), stripe_charge_id = ${`ch_${payment.id}`}
      where id = ${payment.id}`,
  )
  const opened = await api.call(seller, 'disputes.open', {
    ...withId(payment.id),
    body: { reason: 'other', statement: 'The mug is not in the picture.' },
  })
  await execute(
    pool,
    sql`insert into amendments (id, application_id, number, by, price, against_price, against_deliver_by, status,
        expires_at, created_at, answered_at)
      values (gen_random_uuid(), ${application.id}, 1, 'creator', 60000, 48000, '2999-01-31', 'declined',
        now() + interval '1 day', now(), now())`,
  )
  const { body } = await api.call(creator, 'disputes.evidence', withId(opened.body.id))
  expect(body.offers).toMatchObject([{ price: 480, net: 408 }])
  expect(body.amendments).toMatchObject([{ price: 600, net: 510 }])
  expect(body.events.map(({ kind, by }) => [kind, by])).toEqual([
    ['project.publish', 'seller'],
    ['application.submit', 'creator'],
    ['offer.make', 'seller'],
    ['offer.accept', 'creator'],
    ['application.accept', 'seller'],
    ['project.start', 'system'],
    ['deal_dispute.open', 'seller'],
  ])
  expect(body.brief.created_at).toBe('2026-01-02T03:04:05Z')
})
