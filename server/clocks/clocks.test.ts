import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { REVIEW_WINDOW_DAYS } from '#contract/deliverables.ts'
import { execute, maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildDeal,
  buildDeliverable,
  buildInvitation,
  buildMessage,
  buildPayment,
  buildProject,
} from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { clockTasks } from './clock-tasks.ts'
import { DAY_MS } from './days.ts'

/** The moment everything here is handed in, sent or written at. */
const START = new Date('2031-03-03T10:00:00Z')
const after = (days: number) => new Date(START.getTime() + days * DAY_MS)

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
// What one test leaves waiting must not be due in another's week.
afterEach(async () => {
  api.deps.config.reviewWindowOutcome = 'approve'
  await execute(api.pool, sql`update projects set status = 'cancelled' where status <> 'cancelled'`)
})

/** Lets the clocks look once at a moment. */
async function lookAt(days: number): Promise<void> {
  api.setNow(after(days))
  await clockTasks(api.deps)['clocks.tick']({})
}

type Deal = Awaited<ReturnType<typeof buildDeal>>

async function delivered(deal: Deal, version = 1): Promise<string> {
  const { id } = await buildDeliverable(api.pool, { application: deal.application, version })
  await execute(api.pool, sql`update deliverables set created_at = ${START} where id = ${id}`)
  return id
}

/** Money held for a deal, paid in when it began. Answers the payment's id. */
async function funded(deal: Deal, disputed = false): Promise<string> {
  const { id } = await buildPayment(api.pool, { application: deal.application })
  await execute(
    api.pool,
    sql`update payments set status = 'held_in_escrow', funded_at = ${START}, stripe_charge_id = ${`ch_${id}`},
        disputed = ${disputed}, dispute_outcome = ${disputed ? 'open' : null} where id = ${id}`,
  )
  return id
}

const statusOf = async (id: string) =>
  (
    await oneRow<{ status: string }>(
      api.pool,
      sql`select status from deliverables where id = ${id}`,
    )
  ).status
const movingOf = async (id: string) =>
  (
    await oneRow<{ moving: string | null }>(
      api.pool,
      sql`select moving from payments where id = ${id}`,
    )
  ).moving
const orders = (paymentId: string) =>
  rows(
    api.pool,
    sql`select actor_id from events where entity_id = ${paymentId} and move = 'order_release'`,
  )
const answers = (id: string) =>
  rows<{ move: string; actor_id: string | null }>(
    api.pool,
    sql`select move, actor_id from events where entity = 'deliverable' and entity_id = ${id} order by id`,
  )
/** What somebody was told, oldest first: the notices' names, or with a name their sentences. */
const told = async (person: BuiltUser) =>
  (
    await rows<{ notice: string }>(
      api.pool,
      sql`select notice from notifications where user_id = ${person.id} order by id`,
    )
  ).map(({ notice }) => notice)
const sentences = async (person: BuiltUser) =>
  (await api.call(person, 'notifications.list')).body.items.map(({ sentence }) => sentence)

describe('a review nobody gave', () => {
  it('is reminded of on day 3, 5 and 6 and ends on day 7, each once however often the clocks look', async () => {
    const deal = await buildDeal(api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal)
    const counts: number[] = []
    for (const days of [2.99, 3, 3.5, 4.99, 5, 5.5, 6, 6.99]) {
      await lookAt(days)
      await lookAt(days)
      counts.push((await told(deal.seller)).length)
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3, 3])
    expect(await sentences(deal.seller)).toEqual([
      expect.stringContaining('1 day left'),
      expect.stringContaining('2 days left'),
      expect.stringContaining('4 days left'),
    ])
    expect(await statusOf(id)).toBe('pending')

    await lookAt(7)
    await lookAt(7)
    expect(await statusOf(id)).toBe('approved')
    expect(await answers(id)).toEqual([{ move: 'approve', actor_id: null }])
    expect(await orders(paymentId)).toEqual([{ actor_id: null }])
    expect(await movingOf(paymentId)).toBe('release')
    expect((await told(deal.seller)).slice(3)).toEqual(['deliverable.approve'])
    expect(await told(deal.creator)).toEqual(['deliverable.approve'])
  })

  it('that came due while no server ran is told of once: one reminder, not three', async () => {
    const deal = await buildDeal(api.pool)
    await delivered(deal)
    await lookAt(6.5)
    expect(await sentences(deal.seller)).toEqual([expect.stringContaining('1 day left')])
  })

  it('that ended long ago ends at the first look, without a reminder', async () => {
    const deal = await buildDeal(api.pool)
    const id = await delivered(deal)
    await lookAt(10)
    expect(await statusOf(id)).toBe('approved')
    expect(await told(deal.seller)).toEqual(['deliverable.approve'])
  })

  it('of a cancelled project ends nowhere and is reminded of by nobody', async () => {
    const deal = await buildDeal(api.pool)
    const id = await delivered(deal)
    await execute(
      api.pool,
      sql`update projects set status = 'cancelled' where id = ${deal.project.id}`,
    )
    await lookAt(5)
    await lookAt(8)
    expect(await statusOf(id)).toBe('pending')
    expect(await told(deal.seller)).toEqual([])
  })

  const letters = (about: string) =>
    rows(
      api.pool,
      sql`select 1 from graphile_worker._private_jobs
        where payload->>'to' = ${api.deps.config.supportEmail} and payload->>'text' like ${`%${about}%`}`,
    )
  const disputes = (deal: Deal) =>
    api
      .call(deal.seller, 'disputes.for_project', { params: { id: deal.project.id } })
      .then(({ body }) => body)

  it('becomes a dispute on day 7 where the installation wants that, once, in the right words', async () => {
    const deal = await buildDeal(api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal)
    api.deps.config.reviewWindowOutcome = 'escalate'
    await lookAt(6)
    expect((await sentences(deal.seller))[0]).toContain('our support decides about it')
    await lookAt(7)
    await Promise.all([lookAt(8), lookAt(8)])
    const found = await disputes(deal)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      status: 'awaiting_answer',
      opened_by: 'system',
      respondent: 'seller',
      reason: 'review_overdue',
      // Monday 10 March and five working days.
      answer_by: '2031-03-17T10:00:00Z',
    })
    expect(await statusOf(id)).toBe('pending')
    expect(await movingOf(paymentId)).toBeNull()
    expect(await told(deal.creator)).toEqual(['deal_dispute.open'])
    for (const person of [deal.seller, deal.creator]) {
      const [sentence] = await sentences(person)
      expect(sentence).toContain('a dispute was opened about $540.00')
      expect(sentence).not.toContain('approved')
    }
    const body = { payment_id: paymentId }
    expectRefusal(await api.call(deal.seller, 'payments.release', { body }), 'payment.frozen')
  })

  it('without money there is no dispute: a person is called, once; the dispute follows the money', async () => {
    const deal = await buildDeal(api.pool)
    const id = await delivered(deal)
    api.deps.config.reviewWindowOutcome = 'escalate'
    await lookAt(7)
    await lookAt(8)
    expect(await answers(id)).toEqual([{ move: 'escalate', actor_id: null }])
    for (const person of [deal.seller, deal.creator])
      expect(await told(person)).toEqual(['deliverable.escalate'])
    expect(await letters(id)).toHaveLength(1)
    expect(await disputes(deal)).toEqual([])
    await funded(deal)
    await lookAt(8.1)
    await lookAt(8.2)
    expect(await disputes(deal)).toMatchObject([{ opened_by: 'system' }])
  })

  it('stands still while a dispute is open, and goes on with the time it had left', async () => {
    const deal = await buildDeal(api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal)
    api.setNow(after(4))
    const opened = await api.call(deal.seller, 'disputes.open', {
      params: { id: paymentId },
      body: { reason: 'not_as_agreed', statement: 'Too dark.' },
    })
    await lookAt(9)
    expect(await statusOf(id)).toBe('pending')
    expect(await told(deal.seller)).toEqual([])
    api.setNow(after(9))
    await api.call(deal.seller, 'disputes.withdraw', { params: { id: opened.body.id } })
    await lookAt(11.9)
    expect(await statusOf(id)).toBe('pending')
    expect(await sentences(deal.seller)).toEqual([expect.stringContaining('1 day left')])
    await lookAt(12)
    expect(await statusOf(id)).toBe('approved')
    expect(await movingOf(paymentId)).toBe('release')
  })

  it('ends or is frozen when both come at once: never approved with frozen money, never frozen when paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const deal = await buildDeal(api.pool)
      const id = await delivered(deal)
      const paymentId = await funded(deal)
      api.setNow(after(7))
      const open = () =>
        api.call(deal.creator, 'disputes.open', {
          params: { id: paymentId },
          body: { reason: 'other', statement: 'Wait.' },
        })
      const [reply] = await Promise.all([open(), lookAt(7)])
      const frozen = reply.status === 200
      expect([await statusOf(id), await movingOf(paymentId)]).toEqual(
        frozen ? ['pending', null] : ['approved', 'release'],
      )
    }
  })
})

describe('a dispute nobody answers', () => {
  it('is reminded of after four working days, and goes to a person after five', async () => {
    const deal = await buildDeal(api.pool)
    const paymentId = await funded(deal)
    // A Monday.
    api.setNow(START)
    const { body } = await api.call(deal.creator, 'disputes.open', {
      params: { id: paymentId },
      body: { reason: 'no_answer', statement: 'Nobody answers.' },
    })
    const counts: number[] = []
    for (const days of [3.9, 4, 6.9]) {
      await lookAt(days)
      await lookAt(days)
      counts.push((await told(deal.seller)).length)
    }
    expect(counts).toEqual([1, 2, 2])
    expect(await told(deal.creator)).toEqual([])
    expect((await sentences(deal.seller))[0]).toContain('until Mar 10, 2031')
    await Promise.all([lookAt(7), lookAt(7)])
    const [dispute] = (
      await api.call(deal.seller, 'disputes.for_project', { params: { id: deal.project.id } })
    ).body
    expect(dispute).toMatchObject({ status: 'awaiting_decision', answered_at: null })
    expect((await told(deal.seller)).at(-1)).toBe('deal_dispute.fall_due')
    expect(await told(deal.creator)).toEqual(['deal_dispute.fall_due'])
    const late = { params: { id: body.id }, body: { statement: 'I was away.' } }
    expect((await api.call(deal.seller, 'disputes.state', late)).status).toBe(200)
  })

  it('is closed once a bank has taken the money', async () => {
    const deal = await buildDeal(api.pool)
    const paymentId = await funded(deal)
    api.setNow(START)
    await api.call(deal.seller, 'disputes.open', {
      params: { id: paymentId },
      body: { reason: 'other', statement: 'Hm.' },
    })
    await execute(
      api.pool,
      sql`update payments set status = 'refunded', disputed = true, dispute_outcome = 'lost' where id = ${paymentId}`,
    )
    await lookAt(1)
    const [dispute] = (
      await api.call(deal.seller, 'disputes.for_project', { params: { id: deal.project.id } })
    ).body
    expect(dispute?.status).toBe('closed')
    expect(await told(deal.creator)).toEqual(['deal_dispute.open', 'deal_dispute.close'])
  })
})

describe('the clock and a click at the same moment', () => {
  const ALREADY = { code: 'deliverable.already_reviewed' }
  const clicks = [
    ['deliverables.approve', { release: true }],
    ['deliverables.request_revision', { reviewer_notes: 'Brighter, please.' }],
  ] as const

  test.each(clicks)(
    '%s: one answer holds, money is ordered out at most once',
    async (key, body) => {
      for (let round = 0; round < 6; round += 1) {
        const deal = await buildDeal(api.pool)
        const id = await delivered(deal)
        const paymentId = await funded(deal)
        const click = () => api.call(deal.seller, key, { params: { id }, body })
        const [reply] = await Promise.all(
          round % 2 === 0 ? [click(), lookAt(7), lookAt(7)] : [click(), lookAt(7)],
        )
        const [answer, ...more] = await answers(id)
        expect(more).toEqual([])
        const status = await statusOf(id)
        // Whoever came second changed nothing and was told so.
        const outcome = answer?.actor_id === null ? ALREADY : { id, status }
        expect(reply.body).toMatchObject(outcome)
        expect(await orders(paymentId)).toHaveLength(status === 'approved' ? 1 : 0)
        expect(await movingOf(paymentId)).toBe(status === 'approved' ? 'release' : null)
      }
    },
  )

  it('several processes at once: every piece of work happens once', async () => {
    const deals = await Promise.all([1, 2, 3].map(() => buildDeal(api.pool)))
    const work = await Promise.all(
      deals.map(async (deal) => ({ id: await delivered(deal), paymentId: await funded(deal) })),
    )
    await Promise.all([lookAt(7), lookAt(7), lookAt(7), lookAt(7)])
    for (const { id, paymentId } of work) {
      expect(await answers(id)).toHaveLength(1)
      expect(await orders(paymentId)).toHaveLength(1)
    }
  })
})

describe('money the clock’s approval calls for', () => {
  it('that a bank disputes stays where it is, and goes out once the dispute is won', async () => {
    const deal = await buildDeal(api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal, true)
    await lookAt(7)
    await lookAt(8)
    expect(await statusOf(id)).toBe('approved')
    expect(await movingOf(paymentId)).toBeNull()
    await execute(
      api.pool,
      sql`update payments set disputed = false, dispute_outcome = 'won' where id = ${paymentId}`,
    )
    await lookAt(9)
    await lookAt(9)
    expect(await movingOf(paymentId)).toBe('release')
    expect(await orders(paymentId)).toHaveLength(1)
  })

  it('waits for a creator whose account cannot receive it yet', async () => {
    const deal = await buildDeal(api.pool)
    await delivered(deal)
    const paymentId = await funded(deal)
    const setReady = (ready: boolean) =>
      execute(
        api.pool,
        sql`update stripe_accounts set onboarding_complete = ${ready} where user_id = ${deal.creator.id}`,
      )
    await setReady(false)
    await lookAt(7)
    expect(await movingOf(paymentId)).toBeNull()
    await setReady(true)
    await lookAt(7.1)
    expect(await movingOf(paymentId)).toBe('release')
  })

  it('stays held while another delivery waits or a revision is open', async () => {
    const deal = await buildDeal(api.pool)
    const first = await delivered(deal)
    const second = await delivered(deal, 2)
    const paymentId = await funded(deal)
    await execute(
      api.pool,
      sql`update deliverables set created_at = ${after(2)} where id = ${second}`,
    )
    await lookAt(7)
    expect(await statusOf(first)).toBe('approved')
    expect(await movingOf(paymentId)).toBeNull()
    const revision = { params: { id: second }, body: { reviewer_notes: 'Brighter.' } }
    await api.call(deal.seller, 'deliverables.request_revision', revision)
    await lookAt(12)
    expect(await movingOf(paymentId)).toBeNull()
  })

  it('stays with the seller who approved without releasing, and who paid in only afterwards', async () => {
    const kept = await buildDeal(api.pool)
    const keptId = await delivered(kept)
    const keptPayment = await funded(kept)
    const approve = { params: { id: keptId }, body: { release: false } }
    await api.call(kept.seller, 'deliverables.approve', approve)
    const late = await buildDeal(api.pool)
    await delivered(late)
    await lookAt(7)
    const latePayment = await funded(late)
    await execute(
      api.pool,
      sql`update payments set funded_at = ${after(7.5)} where id = ${latePayment}`,
    )
    await lookAt(8)
    expect(await movingOf(keptPayment)).toBeNull()
    expect(await movingOf(latePayment)).toBeNull()
  })

  it('that the provider refused is not ordered again before a day has passed', async () => {
    const deal = await buildDeal(api.pool)
    await delivered(deal)
    const paymentId = await funded(deal)
    await lookAt(7)
    await execute(
      api.pool,
      sql`update payments set moving = null, attempt = attempt + 1 where id = ${paymentId}`,
    )
    await execute(
      api.pool,
      sql`update money_ops set state = 'failed' where payment_id = ${paymentId}`,
    )
    await execute(
      api.pool,
      sql`insert into events (entity, entity_id, move, to_status)
        values ('payment', ${paymentId}, 'release_failed', 'held_in_escrow')`,
    )
    await lookAt(7.1)
    expect(await orders(paymentId)).toHaveLength(1)
  })
})

describe('an invitation', () => {
  const standing = (id: string) =>
    oneRow<{ status: string; lapsed_at: string | null }>(
      api.pool,
      sql`select status, lapsed_at from project_invitations where id = ${id}`,
    )

  async function invited() {
    const project = await buildProject(api.pool)
    const invitation = await buildInvitation(api.pool, { project })
    await execute(
      api.pool,
      sql`update project_invitations set created_at = ${START} where id = ${invitation.id}`,
    )
    return { ...invitation, seller: project.seller, project }
  }

  it('is reminded of once, lapses after 14 days, and may then be sent again', async () => {
    const { id, creator, seller, project } = await invited()
    for (const days of [10.9, 11, 12, 13.9]) await lookAt(days)
    expect(await told(creator)).toEqual(['clock.invitation_reminder'])
    expect((await sentences(creator))[0]).toContain('lapses in 3 days')
    await lookAt(14)
    await lookAt(14)
    expect(await standing(id)).toEqual({ status: 'declined', lapsed_at: expect.any(String) })
    expect(await told(seller)).toEqual(['invitation.lapse'])
    for (const key of ['invitations.accept', 'invitations.decline'] as const)
      expectRefusal(await api.call(creator, key, { params: { id } }), 'invitation.lapsed')
    const again = { project_id: project.id, creator_id: creator.id }
    expect((await api.call(seller, 'invitations.send', { body: again })).status).toBe(200)
  })

  it('answered at the moment it lapses is one or the other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, creator } = await invited()
      const [reply] = await Promise.all([
        api.call(creator, 'invitations.accept', { params: { id } }),
        lookAt(14),
      ])
      const accepted = { status: 'accepted', lapsed_at: null }
      const lapsed = { status: 'declined', lapsed_at: expect.any(String) }
      expect(await standing(id)).toEqual(reply.status === 200 ? accepted : lapsed)
      expect(reply.body).toMatchObject(
        reply.status === 200 ? accepted : { code: 'invitation.lapsed' },
      )
    }
  })

  it('to a project that closed stays as it is', async () => {
    const { id, project } = await invited()
    await execute(api.pool, sql`update projects set status = 'cancelled' where id = ${project.id}`)
    await lookAt(20)
    expect(await standing(id)).toEqual({ status: 'pending', lapsed_at: null })
  })
})

describe('a deadline', () => {
  const setDeadline = (project: { id: string }, day: string) =>
    execute(api.pool, sql`update projects set deadline = ${day} where id = ${project.id}`)

  it('is told three days and one day before to a creator who has not delivered, then to both that it passed', async () => {
    const deal = await buildDeal(api.pool)
    await setDeadline(deal.project, '2031-03-10')
    const counts: number[] = []
    for (const days of [3, 4, 5, 6, 7, 8, 9]) {
      await lookAt(days)
      await lookAt(days)
      counts.push((await told(deal.creator)).length)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
    expect((await sentences(deal.creator)).toReversed()).toEqual([
      expect.stringContaining('due in 3 days, on Mar 10, 2031'),
      expect.stringContaining('due in 1 day,'),
      expect.stringContaining('has passed'),
    ])
    expect(await told(deal.seller)).toEqual(['clock.deadline_passed'])
  })

  it('is no matter once work was handed in, unless it came back', async () => {
    const deal = await buildDeal(api.pool)
    await setDeadline(deal.project, '2031-03-05')
    const id = await delivered(deal)
    await lookAt(1)
    expect(await told(deal.creator)).toEqual([])
    const revision = { params: { id }, body: { reviewer_notes: 'Brighter.' } }
    await api.call(deal.seller, 'deliverables.request_revision', revision)
    await lookAt(1)
    expect((await told(deal.creator)).slice(1)).toEqual(['clock.deadline_near'])
  })

  it('that passed without anybody accepted is told to the seller, again for a later one, not for an old one', async () => {
    const project = await buildProject(api.pool)
    await buildApplication(api.pool, { project })
    await setDeadline(project, '2031-03-04')
    await lookAt(2)
    await lookAt(3)
    expect(await told(project.seller)).toEqual(['clock.deadline_passed_unfilled'])
    await setDeadline(project, '2031-03-08')
    await lookAt(6)
    expect(await told(project.seller)).toHaveLength(2)
    const old = await buildProject(api.pool)
    await setDeadline(old, '2031-01-01')
    await lookAt(6)
    expect(await told(old.seller)).toEqual([])
  })
})

describe('messages left unread', () => {
  const minutes = (count: number) => count / (24 * 60)
  const digests = (person: BuiltUser) =>
    rows<{ subject: string; text: string }>(
      api.pool,
      sql`select payload->>'subject' as subject, payload->>'text' as text
        from graphile_worker._private_jobs where payload->>'to' = ${person.email} order by id`,
    )

  async function written(deal: Deal, sender: BuiltUser, at: number) {
    const { id } = await buildMessage(api.pool, { conversation: deal.conversation, sender })
    await execute(api.pool, sql`update messages set created_at = ${after(at)} where id = ${id}`)
  }
  const read = (deal: Deal, at: number) =>
    execute(
      api.pool,
      sql`update messages set read_at = ${after(at)}
        where conversation_id = ${deal.conversation.id} and read_at is null`,
    )

  it('for ten minutes are told in one mail a conversation until they are read', async () => {
    const deal = await buildDeal(api.pool)
    await written(deal, deal.seller, 0)
    await lookAt(minutes(9))
    expect(await digests(deal.creator)).toEqual([])
    await written(deal, deal.seller, minutes(9))
    await Promise.all([lookAt(minutes(10)), lookAt(minutes(10))])
    const [mail, ...more] = await digests(deal.creator)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Ellen Harrow Goods wrote you 2 messages')
    expect(mail?.text).toContain(`/messages/${deal.conversation.id}`)
    await written(deal, deal.seller, minutes(12))
    await lookAt(minutes(40))
    expect(await digests(deal.creator)).toHaveLength(1)
    await read(deal, minutes(45))
    await written(deal, deal.seller, minutes(50))
    await lookAt(minutes(61))
    expect((await digests(deal.creator)).map(({ subject }) => subject)).toEqual([
      'Ellen Harrow Goods wrote you 2 messages',
      'Ellen Harrow Goods wrote to you',
    ])
    expect(await digests(deal.seller)).toEqual([])
    await read(deal, minutes(62))
  })

  it('are not mailed to who has the conversation open, wants no such mail, or left them lying for days', async () => {
    const open = await buildDeal(api.pool)
    const unwilling = await buildDeal(api.pool)
    const forgotten = await buildDeal(api.pool)
    for (const deal of [open, unwilling]) await written(deal, deal.seller, 0)
    await written(forgotten, forgotten.seller, -4)
    api.setNow(after(minutes(10)))
    const path = `/messages/${open.conversation.id}`
    await api.call(open.creator, 'notifications.seen', { body: { path } })
    const off = { kind: 'messages' as const, email: false }
    await api.call(unwilling.creator, 'notifications.prefer', { body: off })
    await lookAt(minutes(10))
    for (const { creator } of [open, unwilling, forgotten])
      expect(await digests(creator)).toEqual([])
    await lookAt(minutes(12))
    expect(await digests(open.creator)).toHaveLength(1)
    for (const deal of [open, unwilling, forgotten]) await read(deal, 1)
  })
})

test('what one clock cannot do keeps none of the others from their work', async () => {
  const deal = await buildDeal(api.pool)
  const id = await delivered(deal)
  await execute(api.pool, sql`alter table message_digests rename to message_digests_away`)
  try {
    await lookAt(REVIEW_WINDOW_DAYS)
  } finally {
    await execute(api.pool, sql`alter table message_digests_away rename to message_digests`)
  }
  expect(await statusOf(id)).toBe('approved')
})

test('who looked at what is forgotten', async () => {
  const { seller } = await buildDeal(api.pool)
  api.setNow(START)
  await api.call(seller, 'notifications.seen', { body: { path: '/messages' } })
  await lookAt(1)
  const seen = await maybeRow(
    api.pool,
    sql`select 1 from page_presence where user_id = ${seller.id}`,
  )
  expect(seen).toBeNull()
})
