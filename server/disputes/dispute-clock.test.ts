import { describe, expect, it } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { START, useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt, funded, noticesOf, sentences } = clocks

describe('an unanswered dispute', () => {
  it('gets a reminder after four working days, and goes to an operator after five', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const paymentId = await funded(deal)
    // A Monday.
    clocks.api.setNow(START)
    const { body } = await clocks.api.call(deal.creator, 'disputes.open', {
      params: { id: paymentId },
      body: { reason: 'no_answer', statement: 'Nobody answers.' },
    })
    const counts: number[] = []
    for (const days of [3.9, 4, 6.9]) {
      await lookAt(days)
      await lookAt(days)
      counts.push((await noticesOf(deal.seller)).length)
    }
    expect(counts).toEqual([1, 2, 2])
    expect(await noticesOf(deal.creator)).toEqual([])
    expect((await sentences(deal.seller))[0]).toContain('until Mar 10, 2031')
    await Promise.all([lookAt(7), lookAt(7)])
    const [dispute] = (
      await clocks.api.call(deal.seller, 'disputes.for_project', {
        params: { id: deal.project.id },
      })
    ).body
    expect(dispute).toMatchObject({ status: 'awaiting_decision', answered_at: null })
    expect((await noticesOf(deal.seller)).at(-1)).toBe('deal_dispute.fall_due')
    expect(await noticesOf(deal.creator)).toEqual(['deal_dispute.fall_due'])
    const late = { params: { id: body.id }, body: { statement: 'I was away.' } }
    expect((await clocks.api.call(deal.seller, 'disputes.state', late)).status).toBe(200)
  })

  it('is closed once a bank has taken the money', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const paymentId = await funded(deal)
    clocks.api.setNow(START)
    await clocks.api.call(deal.seller, 'disputes.open', {
      params: { id: paymentId },
      body: { reason: 'other', statement: 'Hm.' },
    })
    await execute(
      clocks.api.pool,
      sql`update payments set status = 'refunded', disputed = true, dispute_outcome = 'lost' where id = ${paymentId}`,
    )
    await lookAt(1)
    const [dispute] = (
      await clocks.api.call(deal.seller, 'disputes.for_project', {
        params: { id: deal.project.id },
      })
    ).body
    expect(dispute?.status).toBe('closed')
    expect(await noticesOf(deal.creator)).toEqual(['deal_dispute.open', 'deal_dispute.close'])
  })
})
