import { describe, expect, it, test } from 'vitest'
import { execute, oneRow, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { claimRefund } from '#server/payments/escrow/payment-claims.ts'
import { lockPaymentsOfProject } from '#server/payments/record/payment-store.ts'
import { buildAmendment, buildDeal, buildFile, buildNote } from '#tests/support/builders.ts'
import { after, type Deal, START, useClocks } from '#tests/support/clocks.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

const clocks = useClocks()
const { lookAt, delivered, funded, statusOf, movingOf, orders, answers, noticesOf, sentences } =
  clocks

describe('an unanswered review', () => {
  it('gets reminders on days 3, 5 and 6 and ends on day 7, each once however often the clocks tick', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal)
    const counts: number[] = []
    for (const days of [2.99, 3, 3.5, 4.99, 5, 5.5, 6, 6.99]) {
      await lookAt(days)
      await lookAt(days)
      counts.push((await noticesOf(deal.seller)).length)
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
    // The review room does not say that the brand approved it.
    const room = await clocks.api.call(deal.creator, 'review.room', { params: { id } })
    expect(room.body.versions).toMatchObject([{ status: 'approved', approved_unanswered: true }])
    expect(await orders(paymentId)).toEqual([{ actor_id: null }])
    expect(await movingOf(paymentId)).toBe('release')
    expect((await noticesOf(deal.seller)).slice(3)).toEqual(['deliverable.approve'])
    expect(await noticesOf(deal.creator)).toEqual(['deliverable.approve'])
  })

  it('of a superseded version ends; the newest version starts a new window and releases the money', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const first = await delivered(deal)
    const paymentId = await funded(deal)
    await lookAt(3.5)
    const { creator, project } = deal
    const file = { owner: creator, bucket: 'deliverable-files', project } as const
    const { body: second } = await clocks.api.call(creator, 'deliverables.submit', {
      params: { id: project.id },
      body: { file_id: (await buildFile(clocks.api.pool, file)).id },
    })
    const heard = (await noticesOf(deal.seller)).length
    for (const day of [5, 6, 6.4]) await lookAt(day)
    expect((await noticesOf(deal.seller)).length).toBe(heard)
    await lookAt(7)
    expect((await noticesOf(deal.seller)).slice(heard)).toEqual(['clock.review_reminder'])
    expect([await statusOf(first), await statusOf(second.id)]).toEqual(['rejected', 'pending'])
    await lookAt(10.5)
    expect([await statusOf(first), await statusOf(second.id)]).toEqual(['rejected', 'approved'])
    expect(await movingOf(paymentId)).toBe('release')
  })

  it('that ends with open changes closes them as waived, without an actor', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    const note = await buildNote(clocks.api.pool, { deliverable: { id }, kind: 'must' })
    await lookAt(7)
    expect(await statusOf(id)).toBe('approved')
    const stored = sql`select status, waived from review_notes where id = ${note.id}`
    expect(await rows(clocks.api.pool, stored)).toEqual([{ status: 'resolved', waived: true }])
    expect(
      await rows(
        clocks.api.pool,
        sql`select move, actor_id from events where entity_id = ${note.id}`,
      ),
    ).toEqual([{ move: 'waive', actor_id: null }])
  })

  it('that came due while no server ran gets one reminder, not three', async () => {
    const deal = await buildDeal(clocks.api.pool)
    await delivered(deal)
    await lookAt(6.5)
    expect(await sentences(deal.seller)).toEqual([expect.stringContaining('1 day left')])
  })

  it('that ended long ago ends at the first tick, without a reminder', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    await lookAt(10)
    expect(await statusOf(id)).toBe('approved')
    expect(await noticesOf(deal.seller)).toEqual(['deliverable.approve'])
  })

  it('of a cancelled project neither ends nor sends reminders', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    await execute(
      clocks.api.pool,
      sql`update projects set status = 'cancelled' where id = ${deal.project.id}`,
    )
    await lookAt(5)
    await lookAt(8)
    expect(await statusOf(id)).toBe('pending')
    expect(await noticesOf(deal.seller)).toEqual([])
  })

  describe('of a deal whose money went back', () => {
    const DAYS = [3, 5, 6, 7, 8]
    const set = (paymentId: string, change: Statement) =>
      execute(clocks.api.pool, sql`update payments set ${change} where id = ${paymentId}`)
    const REFUNDED = sql`status = 'refunded', moving = null`
    const windowOf = async (deal: Deal) => {
      const params = { id: deal.project.id }
      const { body } = await clocks.api.call(deal.seller, 'deliverables.for_project', { params })
      return body[0]?.review_from
    }
    /** What both sides agreed to add, paid in at START. Returns the payment's id. */
    async function added({ application }: Deal): Promise<string> {
      const change = await buildAmendment(clocks.api.pool, { application, status: 'accepted' })
      const { id } = await oneRow<{ id: string }>(
        clocks.api.pool,
        sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, status, purpose,
            amendment_id, funded_at, stripe_charge_id)
          select project_id, application_id, seller_id, creator_id, 5000, 'held_in_escrow', 'extra', ${change.id},
            ${START}, 'ch_extra_' || id
          from payments where application_id = ${application.id} and purpose = 'deal' returning id`,
      )
      return id
    }

    it.each(['approve', 'escalate'] as const)(
      'neither ends nor sends reminders, nor claims to end (%s)',
      async (outcome) => {
        clocks.api.deps.config.reviewWindowOutcome = outcome
        const deal = await buildDeal(clocks.api.pool)
        const id = await delivered(deal)
        const own = await funded(deal)
        const extra = await added(deal)
        expect(await windowOf(deal)).toBe('2031-03-03T10:00:00Z')
        for (const paymentId of [own, extra]) await set(paymentId, REFUNDED)
        for (const day of DAYS) await lookAt(day)
        expect(await statusOf(id)).toBe('pending')
        expect(await noticesOf(deal.seller)).toEqual([])
        expect(await noticesOf(deal.creator)).toEqual([])
        expect(await windowOf(deal)).toBeNull()
      },
    )

    it('waits while all of it is on its way back, and ends if it stays held after all', async () => {
      const deal = await buildDeal(clocks.api.pool)
      const id = await delivered(deal)
      const paymentId = await funded(deal)
      await set(paymentId, sql`moving = 'refund'`)
      for (const day of DAYS) await lookAt(day)
      expect(await statusOf(id)).toBe('pending')
      expect(await noticesOf(deal.seller)).toEqual([])
      await set(paymentId, sql`moving = null`)
      await lookAt(9)
      expect(await statusOf(id)).toBe('approved')
      expect(await movingOf(paymentId)).toBe('release')
    })

    it('concurrent with its refund is either approved and released, or left pending and sent back', async () => {
      for (let round = 0; round < 4; round += 1) {
        const deal = await buildDeal(clocks.api.pool)
        const id = await delivered(deal)
        const paymentId = await funded(deal)
        clocks.api.setNow(after(7))
        // The order of a click, which would wait for the provider.
        const order = inTransaction(clocks.api.pool, async (tx) => {
          const [payment] = await lockPaymentsOfProject(tx, deal.project.id)
          if (payment !== undefined) await claimRefund(tx, payment, deal.creator.id, after(7))
        })
        await Promise.allSettled([order, lookAt(7)])
        const moving = await movingOf(paymentId)
        expect([await statusOf(id), moving]).toEqual(
          moving === 'refund' ? ['pending', 'refund'] : ['approved', 'release'],
        )
      }
    })

    it.each([
      ['a part went back', sql`returned_part = 1000, agreed_refund = 1000`],
      ['a part is on its way back', sql`moving = 'agreed_refund', agreed_refund = 1000`],
    ])('ends as usual where only %s', async (_what, change) => {
      const deal = await buildDeal(clocks.api.pool)
      const id = await delivered(deal)
      await set(await funded(deal), change)
      await lookAt(3)
      expect(await noticesOf(deal.seller)).toEqual(['clock.review_reminder'])
      await lookAt(7)
      expect(await statusOf(id)).toBe('approved')
    })

    it('ends as usual where only an extra went back, and releases the rest', async () => {
      const deal = await buildDeal(clocks.api.pool)
      const id = await delivered(deal)
      const own = await funded(deal)
      await set(await added(deal), REFUNDED)
      await lookAt(3)
      expect(await noticesOf(deal.seller)).toEqual(['clock.review_reminder'])
      await lookAt(7)
      expect(await statusOf(id)).toBe('approved')
      expect(await movingOf(own)).toBe('release')
    })

    it.each([
      ['went back', REFUNDED],
      ['is on its way back', sql`moving = 'refund'`],
    ])(
      'never ends once the deal’s own payment %s, and what an extra holds stays',
      async (_what, change) => {
        const deal = await buildDeal(clocks.api.pool)
        const id = await delivered(deal)
        const own = await funded(deal)
        const extra = await added(deal)
        await set(own, change)
        for (const day of DAYS) await lookAt(day)
        expect(await statusOf(id)).toBe('pending')
        expect(await noticesOf(deal.seller)).toEqual([])
        expect(await movingOf(extra)).toBeNull()
        expect(await windowOf(deal)).toBeNull()
      },
    )

    it('releases no extra for work that the clock approved before the deal’s own payment went back', async () => {
      const deal = await buildDeal(clocks.api.pool)
      const id = await delivered(deal)
      const own = await funded(deal)
      const extra = await added(deal)
      // The bank disputes the charge, and wins after the review.
      await set(own, sql`disputed = true, dispute_outcome = 'open'`)
      await lookAt(7)
      expect(await statusOf(id)).toBe('approved')
      await set(own, sql`status = 'refunded', dispute_outcome = 'lost'`)
      await lookAt(8)
      expect(await movingOf(extra)).toBeNull()
    })
  })

  const letters = (about: string) =>
    rows(
      clocks.api.pool,
      sql`select 1 from graphile_worker._private_jobs
        where payload->>'to' = ${clocks.api.deps.config.supportEmail} and payload->>'text' like ${`%${about}%`}`,
    )
  const disputes = (deal: Deal) =>
    clocks.api
      .call(deal.seller, 'disputes.for_project', { params: { id: deal.project.id } })
      .then(({ body }) => body)

  it('becomes exactly one dispute on day 7 if so configured, and its notices say so', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal)
    clocks.api.deps.config.reviewWindowOutcome = 'escalate'
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
      // Monday 10 March plus five working days.
      answer_by: '2031-03-17T10:00:00Z',
    })
    expect(await statusOf(id)).toBe('pending')
    expect(await movingOf(paymentId)).toBeNull()
    expect(await noticesOf(deal.creator)).toEqual(['deal_dispute.open'])
    for (const person of [deal.seller, deal.creator]) {
      const [sentence] = await sentences(person)
      expect(sentence).toContain('a dispute was opened about $540.00')
      expect(sentence).not.toContain('approved')
    }
    const body = { payment_id: paymentId }
    expectRefusal(
      await clocks.api.call(deal.seller, 'payments.release', { body }),
      'payment.frozen',
    )
  })

  it('without held money mails support once, and becomes a dispute only when money is held', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    clocks.api.deps.config.reviewWindowOutcome = 'escalate'
    await lookAt(7)
    await lookAt(8)
    expect(await answers(id)).toEqual([{ move: 'escalate', actor_id: null }])
    for (const person of [deal.seller, deal.creator])
      expect(await noticesOf(person)).toEqual(['deliverable.escalate'])
    expect(await letters(id)).toHaveLength(1)
    expect(await disputes(deal)).toEqual([])
    await funded(deal)
    await lookAt(8.1)
    await lookAt(8.2)
    expect(await disputes(deal)).toMatchObject([{ opened_by: 'system' }])
  })

  it('pauses while a dispute is open, and resumes with the time it had left', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal)
    clocks.api.setNow(after(4))
    const opened = await clocks.api.call(deal.seller, 'disputes.open', {
      params: { id: paymentId },
      body: { reason: 'not_as_agreed', statement: 'Too dark.' },
    })
    await lookAt(9)
    expect(await statusOf(id)).toBe('pending')
    expect(await noticesOf(deal.seller)).toEqual([])
    clocks.api.setNow(after(9))
    await clocks.api.call(deal.seller, 'disputes.withdraw', { params: { id: opened.body.id } })
    await lookAt(11.9)
    expect(await statusOf(id)).toBe('pending')
    expect(await sentences(deal.seller)).toEqual([expect.stringContaining('1 day left')])
    await lookAt(12)
    expect(await statusOf(id)).toBe('approved')
    expect(await movingOf(paymentId)).toBe('release')
  })

  it('concurrent with a new dispute is either approved and released, or left pending and frozen', async () => {
    for (let round = 0; round < 4; round += 1) {
      const deal = await buildDeal(clocks.api.pool)
      const id = await delivered(deal)
      const paymentId = await funded(deal)
      clocks.api.setNow(after(7))
      const open = () =>
        clocks.api.call(deal.creator, 'disputes.open', {
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

describe('concurrent clocks and clicks', () => {
  const ALREADY = { code: 'deliverable.already_reviewed' }
  const clicks = [
    ['deliverables.approve', { release: true }],
    ['deliverables.request_revision', { reviewer_notes: 'Brighter, please.' }],
  ] as const

  test.each(clicks)(
    '%s: one answer wins, and the release is ordered at most once',
    async (key, body) => {
      for (let round = 0; round < 6; round += 1) {
        const deal = await buildDeal(clocks.api.pool)
        const id = await delivered(deal)
        const paymentId = await funded(deal)
        const click = () => clocks.api.call(deal.seller, key, { params: { id }, body })
        const [reply] = await Promise.all(
          round % 2 === 0 ? [click(), lookAt(7), lookAt(7)] : [click(), lookAt(7)],
        )
        const [answer, ...more] = await answers(id)
        expect(more).toEqual([])
        const status = await statusOf(id)
        // The second one changed nothing and was refused.
        const outcome = answer?.actor_id === null ? ALREADY : { id, status }
        expect(reply.body).toMatchObject(outcome)
        expect(await orders(paymentId)).toHaveLength(status === 'approved' ? 1 : 0)
        expect(await movingOf(paymentId)).toBe(status === 'approved' ? 'release' : null)
      }
    },
  )

  it('four clocks at once run every task once', async () => {
    const deals = await Promise.all([1, 2, 3].map(() => buildDeal(clocks.api.pool)))
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
