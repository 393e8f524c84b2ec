import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { DELIVERABLE_STATUSES, deliverableTransitions } from '#contract/deliverables.ts'
import { canMove } from '#contract/transitions.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { mailNotification } from '#server/notifications/notification-mails.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildFile,
  buildPayment,
  buildProject,
} from '#tests/support/builders.ts'
import { mailsTo } from '#tests/support/jobs.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof buildDeal>>

const upload = ({ creator, project }: Pick<Deal, 'creator' | 'project'>) =>
  buildFile(api.pool, { owner: creator, bucket: 'deliverable-files', project })

const submit = (deal: Deal, body: Record<string, unknown>) =>
  api.call(deal.creator, 'deliverables.submit', { params: { id: deal.project.id }, body })

async function delivered(deal: Deal): Promise<Deliverable> {
  const reply = await submit(deal, { file_id: (await upload(deal)).id })
  expect(reply.status).toBe(200)
  return reply.body
}

const approve = (deal: Deal, id: string, release = false) =>
  api.call(deal.seller, 'deliverables.approve', { params: { id }, body: { release } })
const requestRevision = (deal: Deal, id: string, reviewer_notes = 'A little brighter, please.') =>
  api.call(deal.seller, 'deliverables.request_revision', {
    params: { id },
    body: { reviewer_notes },
  })

const eventsOf = (id: string) =>
  rows<{ move: string; from_status: string | null; to_status: string; actor_id: string | null }>(
    api.pool,
    sql`select move, from_status, to_status, actor_id from events where entity_id = ${id} order by id`,
  )

/** Returns the payloads of the jobs queued under a name. */
const jobs = async (name: string, like: string) =>
  (
    await rows<{
      payload: { to?: string; subject?: string; user_ids?: string[]; topics?: string[] }
    }>(
      api.pool,
      sql`select payload from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = ${name} and payload::text like ${`%${like}%`} order by jobs.id`,
    )
  ).map((job) => job.payload)

/** Marks the deal's payment as held, as a paid checkout would. */
async function held(deal: Deal): Promise<string> {
  const payment = await buildPayment(api.pool, {
    application: deal.application,
    status: 'held_in_escrow',
  })
  await execute(
    api.pool,
    sql`update payments set stripe_charge_id = ${`ch_${payment.id}`} where id = ${payment.id}`,
  )
  return payment.id
}
const movingOf = (paymentId: string) =>
  oneRow<{ status: string; moving: string | null }>(
    api.pool,
    sql`select status, moving from payments where id = ${paymentId}`,
  )

describe('submitting', () => {
  it('gives the creator’s upload to the seller as the first version, by signed links, and notifies both', async () => {
    const deal = await buildDeal(api.pool)
    const screenshot = await buildFile(api.pool, {
      owner: deal.creator,
      bucket: 'proof-screenshots',
      project: deal.project,
    })
    const reply = await submit(deal, {
      file_id: (await upload(deal)).id,
      screenshot_id: screenshot.id,
      post_url: 'https://example.com/p/1',
      notes: '  First cut.  ',
    })
    expect(reply.body).toMatchObject({
      status: 'pending',
      version: 1,
      reviewed_at: null,
      reviewer_notes: null,
      file_name: 'lamp.webp',
      file_size: 1024,
      screenshot_name: 'lamp.webp',
      notes: 'First cut.',
      post_url: 'https://example.com/p/1',
      project_id: deal.project.id,
      creator_id: deal.creator.id,
    })
    expect(reply.body.file_url).toMatch(
      /^\/storage\/private\/[0-9a-f-]{36}\?expires=\d{10}&reader=[0-9a-f-]{36}&signature=[\w-]{43}$/,
    )
    expect(reply.body.screenshot_url).toContain(`/storage/private/${screenshot.id}?`)

    const seen = await api.call(deal.seller, 'deliverables.for_project', {
      params: { id: deal.project.id },
    })
    expect(seen.body.map((one) => one.id)).toEqual([reply.body.id])
    expect(await eventsOf(reply.body.id)).toEqual([
      { move: 'submit', from_status: null, to_status: 'pending', actor_id: deal.creator.id },
    ])
    expect(await mailsTo(api.pool, deal.seller)).toEqual([expect.stringContaining('delivered')])
    expect(await jobs('realtime.changed', deal.project.id)).toMatchObject([
      {
        user_ids: [deal.seller.id, deal.creator.id],
        topics: expect.arrayContaining(['deliverables', 'dashboard']),
      },
    ])
  })

  it('eight times concurrently creates one delivery', async () => {
    const deal = await buildDeal(api.pool)
    const file_id = (await upload(deal)).id
    const replies = await Promise.all(Array.from({ length: 8 }, () => submit(deal, { file_id })))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1)
    expect(await eventsOf(replies[0]?.body.id ?? '')).toHaveLength(1)
    expect(await mailsTo(api.pool, deal.seller)).toHaveLength(1)
  })

  it('numbers concurrent deliveries without a gap', async () => {
    const deal = await buildDeal(api.pool)
    const files = await Promise.all(Array.from({ length: 6 }, () => upload(deal)))
    const replies = await Promise.all(files.map((file) => submit(deal, { file_id: file.id })))
    expect(replies.map((reply) => reply.body.version).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
  })

  it('requires the creator’s own finished upload for the project', async () => {
    const deal = await buildDeal(api.pool)
    const other = await buildDeal(api.pool)
    expectInvalid(await submit(deal, {}), 'file_id')
    const wrong = [
      await upload(other),
      await buildFile(api.pool, {
        owner: deal.creator,
        bucket: 'deliverable-files',
        project: other.project,
      }),
      await buildFile(api.pool, {
        owner: deal.seller,
        bucket: 'deliverable-files',
        project: deal.project,
      }),
      await buildFile(api.pool, {
        owner: deal.creator,
        bucket: 'proof-screenshots',
        project: deal.project,
      }),
      { id: crypto.randomUUID() },
    ]
    for (const file of wrong) {
      const problem = expectRefusal(
        await submit(deal, { file_id: file.id }),
        'deliverable.file_missing',
      )
      expect(problem.fields).toEqual({ file_id: 'Please upload your deliverable file' })
    }
    const file_id = (await upload(deal)).id
    const screenshot_id = (await upload(deal)).id
    expectRefusal(await submit(deal, { file_id, screenshot_id }), 'upload.not_yours')
    expect((await submit(deal, { file_id, screenshot_id: null })).status).toBe(200)
  })

  it('accepts only http links', async () => {
    const deal = await buildDeal(api.pool)
    const file_id = (await upload(deal)).id
    for (const post_url of [
      'javascript:alert(1)',
      'JavaScript://example.com/%0Aalert(1)',
      'data:text/html,hello',
      'ftp://example.com/clip',
      'file:///etc/hosts',
      'not a link',
    ])
      expectInvalid(await submit(deal, { file_id, post_url }), 'post_url')
    for (const post_url of ['https://example.com/clip', 'http://example.com/clip']) {
      const { id } = await upload(deal)
      expect((await submit(deal, { file_id: id, post_url })).body.post_url).toBe(post_url)
    }
  })

  it('ends once the payment was refunded', async () => {
    const deal = await buildDeal(api.pool)
    const { id } = await buildPayment(api.pool, { ...deal, status: 'held_in_escrow' })
    await delivered(deal)
    await execute(api.pool, sql`update payments set status = 'refunded' where id = ${id}`)
    const late = await submit(deal, { file_id: (await upload(deal)).id })
    expectRefusal(late, 'deliverable.money_returned')
  })

  it('is open to the accepted creator while the project runs', async () => {
    const project = await buildProject(api.pool)
    const application = await buildApplication(api.pool, { project })
    const deal = { ...(await buildDeal(api.pool)), project, creator: application.creator }
    const body = { file_id: (await upload(deal)).id }
    expectRefusal(await submit(deal, body), 'deliverable.not_accepted')
    await execute(
      api.pool,
      sql`update applications set status = 'rejected' where id = ${application.id}`,
    )
    expectRefusal(await submit(deal, body), 'deliverable.not_accepted')
    await execute(
      api.pool,
      sql`update applications set status = 'accepted' where id = ${application.id}`,
    )
    for (const status of ['active', 'completed', 'cancelled']) {
      await execute(api.pool, sql`update projects set status = ${status} where id = ${project.id}`)
      expectRefusal(await submit(deal, body), 'deliverable.not_accepted')
    }
    await execute(
      api.pool,
      sql`update projects set status = 'in_progress' where id = ${project.id}`,
    )
    expect((await submit(deal, body)).status).toBe(200)

    const stranger = await buildCreator(api.pool)
    await expectHidden(api, stranger, 'deliverables.submit', { params: { id: project.id }, body })
    await expectHidden(api, stranger, 'deliverables.for_project', { params: { id: project.id } })
  })
})

describe('the mail about a delivery', () => {
  it.each([
    ['approve', 'Without an answer it counts as approved.', 'our support decides'],
    ['escalate', 'Without an answer our support decides about it.', 'approved'],
  ] as const)(
    'states what happens without an answer on a server that is set to %s',
    async (outcome, words, otherwise) => {
      const { config } = api.deps
      const before = config.reviewWindowOutcome
      config.reviewWindowOutcome = outcome
      const deal = await buildDeal(api.pool)
      await delivered(deal)
      config.reviewWindowOutcome = before
      const { id } = await oneRow<{ id: number }>(
        api.pool,
        sql`select id from notifications where user_id = ${deal.seller.id} and notice = 'deliverable.submit'`,
      )
      await mailNotification(api.deps, id)
      const { text } = await oneRow<{ text: string }>(
        api.pool,
        sql`select payload->>'text' as text from graphile_worker._private_jobs where payload->>'to' = ${deal.seller.email}`,
      )
      expect(text).toContain(words)
      expect(text).not.toContain(otherwise)
    },
  )
})

describe('lists', () => {
  it('are newest first, for the seller and for the creator', async () => {
    const deal = await buildDeal(api.pool)
    api.setNow(new Date(Date.now() - 60_000))
    const first = await delivered(deal)
    api.setNow(null)
    await requestRevision(deal, first.id)
    const second = await delivered(deal)
    const ids = [second.id, first.id]
    const params = { id: deal.project.id }
    for (const viewer of [deal.seller, deal.creator]) {
      const list = await api.call(viewer, 'deliverables.for_project', { params })
      expect(list.body.map((one) => one.id)).toEqual(ids)
      expect(list.body.map((one) => [one.version, one.status])).toEqual([
        [2, 'pending'],
        [1, 'rejected'],
      ])
    }
    const mine = await api.call(deal.creator, 'deliverables.mine')
    expect(mine.body.map((one) => [one.id, one.project_title])).toEqual(
      ids.map((id) => [id, deal.project.title]),
    )
    const waiting = await api.call(deal.seller, 'deliverables.to_review')
    expect(waiting.body.map((one) => one.id)).toEqual([second.id])
  })

  it('of deliveries to review hold the pending ones of the seller’s own projects, newest first', async () => {
    const deal = await buildDeal(api.pool)
    const another = await buildDeal(api.pool)
    await delivered(another)
    const first = await delivered(deal)
    const project = await buildProject(api.pool, { seller: deal.seller, status: 'in_progress' })
    const application = await buildApplication(api.pool, {
      project,
      creator: deal.creator,
      status: 'accepted',
    })
    const second = await delivered({ ...deal, project, application })
    const third = await delivered(deal)
    await approve(deal, first.id)
    const waiting = await api.call(deal.seller, 'deliverables.to_review')
    expect(waiting.body.map((one) => [one.id, one.project_title])).toEqual([
      [third.id, deal.project.title],
      [second.id, project.title],
    ])
  })
})

describe('a review', () => {
  const moves = { approve, request_revision: requestRevision } as const
  const reach = {
    pending: async () => undefined,
    approved: async (deal: Deal, id: string) => void (await approve(deal, id)),
    rejected: async (deal: Deal, id: string) =>
      void (await requestRevision(deal, id, 'Something else.')),
  } as const

  const cases = DELIVERABLE_STATUSES.flatMap((status) =>
    (['approve', 'request_revision'] as const).map((move) => ({ status, move })),
  )
  const fresh = ({ move, status }: (typeof cases)[number]) =>
    canMove(deliverableTransitions, move, status)
  // Submitted with another note, so that requesting a revision again is a different request.
  const repeats = ({ move, status }: (typeof cases)[number]) =>
    move === 'approve' && status === 'approved'

  async function attempt({ status, move }: (typeof cases)[number]) {
    const deal = await buildDeal(api.pool)
    const { id } = await delivered(deal)
    await reach[status](deal, id)
    const before = await eventsOf(id)
    const reply = await moves[move](deal, id)
    return { deal, reply, before, after: await eventsOf(id) }
  }

  it.each(cases.filter(fresh))('may $move a $status deliverable', async (one) => {
    const { deal, reply, before, after } = await attempt(one)
    const { to } = deliverableTransitions[one.move]
    expect(reply.body).toMatchObject({ status: to, reviewed_at: expect.any(String) })
    expect(after).toEqual([
      ...before,
      { move: one.move, from_status: 'pending', to_status: to, actor_id: deal.seller.id },
    ])
  })

  it.each(cases.filter(repeats))(
    'changes nothing when asked to $move a $status deliverable again',
    async (one) => {
      const { reply, before, after } = await attempt(one)
      expect([reply.status, reply.body.status]).toEqual([200, one.status])
      expect(after).toEqual(before)
    },
  )

  it.each(cases.filter((one) => !fresh(one) && !repeats(one)))(
    'cannot $move a $status deliverable',
    async (one) => {
      const { reply, before, after } = await attempt(one)
      expectRefusal(reply, 'deliverable.already_reviewed')
      expect(after).toEqual(before)
    },
  )

  it('asking twice for the same revision is idempotent; asking for another is a conflict', async () => {
    // Links to files change every minute.
    api.setNow(new Date())
    const deal = await buildDeal(api.pool)
    const { id } = await delivered(deal)
    const first = await requestRevision(deal, id, 'Brighter.')
    expect(first.body).toMatchObject({ status: 'rejected', reviewer_notes: 'Brighter.' })
    expect((await requestRevision(deal, id, 'Brighter.')).body).toEqual(first.body)
    expectRefusal(await requestRevision(deal, id, 'Darker.'), 'deliverable.already_reviewed')
    expect(await eventsOf(id)).toHaveLength(2)
    expect(await mailsTo(api.pool, deal.creator)).toEqual([
      expect.stringContaining('requested a revision'),
    ])
    api.setNow(null)
  })

  it('asking for a revision requires a note', async () => {
    const deal = await buildDeal(api.pool)
    const { id } = await delivered(deal)
    expectInvalid(await requestRevision(deal, id, '  \n '), 'reviewer_notes')
    expect((await requestRevision(deal, id, ' Slower, please. ')).body).toMatchObject({
      status: 'rejected',
      reviewer_notes: 'Slower, please.',
    })
    const seen = await api.call(deal.creator, 'deliverables.for_project', {
      params: { id: deal.project.id },
    })
    expect(seen.body).toMatchObject([{ id, reviewer_notes: 'Slower, please.' }])
  })

  it('has a window that starts at submission, and none once the project is cancelled', async () => {
    const deal = await buildDeal(api.pool)
    const { id, created_at, review_from } = await delivered(deal)
    expect(review_from).toBe(created_at)
    await api.call(deal.seller, 'projects.cancel', { params: { id: deal.project.id } })
    for (const reader of [deal.seller, deal.creator]) {
      const { body } = await api.call(reader, 'deliverables.for_project', {
        params: { id: deal.project.id },
      })
      expect(body).toMatchObject([{ id, status: 'pending', review_from: null }])
    }
  })

  it('given by the system cannot be repeated by the owner', async () => {
    const deal = await buildDeal(api.pool)
    const { id } = await delivered(deal)
    await execute(
      api.pool,
      sql`update deliverables set status = 'approved', reviewed_at = now() where id = ${id}`,
    )
    await execute(
      api.pool,
      sql`insert into events (entity, entity_id, project_id, move, from_status, to_status)
        values ('deliverable', ${id}, ${deal.project.id}, 'approve', 'pending', 'approved')`,
    )
    expectRefusal(await approve(deal, id), 'deliverable.already_reviewed')
  })

  it('clicked twenty times concurrently happens once and orders one release', async () => {
    const deal = await buildDeal(api.pool)
    const paymentId = await held(deal)
    const { id } = await delivered(deal)
    const replies = await Promise.all(Array.from({ length: 20 }, () => approve(deal, id, true)))
    expect(
      new Set(
        replies.map((reply) => `${reply.status} ${reply.body.status} ${reply.body.reviewed_at}`),
      ).size,
    ).toBe(1)
    expect((await eventsOf(id)).filter((event) => event.move === 'approve')).toHaveLength(1)
    expect(await jobs('payments.release', paymentId)).toHaveLength(1)
    expect(await mailsTo(api.pool, deal.creator)).toHaveLength(1)
    expect(await movingOf(paymentId)).toEqual({ status: 'held_in_escrow', moving: 'release' })
  })

  it('and its opposite at the same moment: one wins, and the other is refused', async () => {
    const deal = await buildDeal(api.pool)
    const { id } = await delivered(deal)
    const replies = await Promise.all([approve(deal, id), requestRevision(deal, id)])
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await eventsOf(id)).toHaveLength(2)
  })

  it('approves without paying when no release was asked for or no money is held', async () => {
    const deal = await buildDeal(api.pool)
    const unfunded = await delivered(deal)
    expect((await approve(deal, unfunded.id, true)).body.status).toBe('approved')

    const paymentId = await held(deal)
    const second = await delivered(deal)
    expect((await approve(deal, second.id, false)).body.status).toBe('approved')
    expect(await movingOf(paymentId)).toEqual({ status: 'held_in_escrow', moving: null })
  })

  it('repeated with release after an approval without it releases the money, once', async () => {
    const deal = await buildDeal(api.pool)
    const paymentId = await held(deal)
    const { id } = await delivered(deal)
    await approve(deal, id, false)
    const replies = await Promise.all([approve(deal, id, true), approve(deal, id, true)])
    replies.push(await approve(deal, id, true))
    expect(replies.map(({ status, body }) => [status, body.status])).toEqual(
      Array.from({ length: 3 }, () => [200, 'approved']),
    )
    expect(await movingOf(paymentId)).toEqual({ status: 'held_in_escrow', moving: 'release' })
    expect(await jobs('payments.release', paymentId)).toHaveLength(1)
    expect((await eventsOf(id)).filter(({ move }) => move === 'approve')).toHaveLength(1)
    expect(await eventsOf(paymentId)).toMatchObject([
      { move: 'order_release', actor_id: deal.seller.id },
    ])
  })

  it('repeated with release is refused like the first time while the money is frozen or other work is open', async () => {
    const deal = await buildDeal(api.pool)
    const paymentId = await held(deal)
    const { id } = await delivered(deal)
    await approve(deal, id, false)
    const freeze = (disputed: boolean) =>
      execute(
        api.pool,
        sql`update payments set disputed = ${disputed}, dispute_outcome = ${disputed ? 'open' : 'won'}
          where id = ${paymentId}`,
      )
    await freeze(true)
    expectRefusal(await approve(deal, id, true), 'payment.frozen')
    await freeze(false)
    await delivered(deal)
    expectRefusal(await approve(deal, id, true), 'deliverable.open_work')
    expect(await movingOf(paymentId)).toEqual({ status: 'held_in_escrow', moving: null })
    const despite = { params: { id }, body: { release: true, despite_open_work: true } }
    expect((await api.call(deal.seller, 'deliverables.approve', despite)).status).toBe(200)
    expect(await movingOf(paymentId)).toEqual({ status: 'held_in_escrow', moving: 'release' })
    // With the release ordered, a repeat has nothing left to ask about.
    expect((await approve(deal, id, true)).status).toBe(200)
  })

  it('approves nothing when the release is refused', async () => {
    const deal = await buildDeal(api.pool)
    await held(deal)
    await execute(
      api.pool,
      sql`update payments set disputed = true, dispute_outcome = 'open' where project_id = ${deal.project.id}`,
    )
    const { id } = await delivered(deal)
    expectRefusal(await approve(deal, id, true), 'payment.frozen')
    expect(await eventsOf(id)).toHaveLength(1)
    const [row] = await rows<{ status: string }>(
      api.pool,
      sql`select status from deliverables where id = ${id}`,
    )
    expect(row?.status).toBe('pending')
  })

  it('with release is refused while other work is open, unless the owner confirms it', async () => {
    const deal = await buildDeal(api.pool)
    await held(deal)
    // Two that wait, as a server of the previous release can still leave them.
    const { id } = await buildDeliverable(api.pool, deal)
    const later = await buildDeliverable(api.pool, { ...deal, version: 2 })
    expectRefusal(await approve(deal, id, true), 'deliverable.open_work')
    expect(await eventsOf(id)).toEqual([])
    const moving = () =>
      rows<{ moving: string | null }>(
        api.pool,
        sql`select moving from payments where project_id = ${deal.project.id}`,
      )
    expect(await moving()).toEqual([{ moving: null }])
    // An open revision prevents it too.
    await api.call(deal.seller, 'deliverables.request_revision', {
      params: { id: later.id },
      body: { reviewer_notes: 'Slower, please.' },
    })
    expectRefusal(await approve(deal, id, true), 'deliverable.open_work')
    const despite = { params: { id }, body: { release: true, despite_open_work: true } }
    const approved = await api.call(deal.seller, 'deliverables.approve', despite)
    expect(approved.body).toMatchObject({ status: 'approved' })
    expect(await moving()).toEqual([{ moving: 'release' }])
  })

  it('with release, concurrent with a new delivery, either releases or is refused as superseded', async () => {
    for (let round = 0; round < 4; round += 1) {
      const deal = await buildDeal(api.pool)
      await held(deal)
      const { id } = await delivered(deal)
      const [reply, late] = await Promise.all([approve(deal, id, true), delivered(deal)])
      expect(late.id).toBeDefined()
      if (reply.status !== 200) expectRefusal(reply, 'deliverable.superseded')
      const [payment] = await rows<{ moving: string | null }>(
        api.pool,
        sql`select moving from payments where project_id = ${deal.project.id}`,
      )
      expect(payment?.moving).toBe(reply.status === 200 ? 'release' : null)
    }
  })

  it('is open to the owner only: for another seller the deliverable does not exist', async () => {
    const deal = await buildDeal(api.pool)
    const other = await buildDeal(api.pool)
    const { id } = await delivered(deal)
    await expectHidden(api, other.seller, 'deliverables.approve', {
      params: { id },
      body: { release: true },
    })
    expectRefusal(
      await api.call(deal.creator, 'deliverables.approve', {
        params: { id },
        body: { release: true },
      }),
      'request.sellers_only',
    )
  })
})
