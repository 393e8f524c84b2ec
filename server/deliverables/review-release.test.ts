import { describe, expect, it } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { after, useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt, delivered, funded, statusOf, movingOf, orders } = clocks

describe('money that the clock’s approval releases', () => {
  it('stays while a bank disputes it, and goes out once the dispute is won', async () => {
    const deal = await buildDeal(clocks.api.pool)
    const id = await delivered(deal)
    const paymentId = await funded(deal, true)
    await lookAt(7)
    await lookAt(8)
    expect(await statusOf(id)).toBe('approved')
    expect(await movingOf(paymentId)).toBeNull()
    await execute(
      clocks.api.pool,
      sql`update payments set disputed = false, dispute_outcome = 'won' where id = ${paymentId}`,
    )
    await lookAt(9)
    await lookAt(9)
    expect(await movingOf(paymentId)).toBe('release')
    expect(await orders(paymentId)).toHaveLength(1)
  })

  it('waits for a creator whose account cannot receive it yet', async () => {
    const deal = await buildDeal(clocks.api.pool)
    await delivered(deal)
    const paymentId = await funded(deal)
    const setReady = (ready: boolean) =>
      execute(
        clocks.api.pool,
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
    const deal = await buildDeal(clocks.api.pool)
    const first = await delivered(deal)
    const second = await delivered(deal, 2)
    const paymentId = await funded(deal)
    await execute(
      clocks.api.pool,
      sql`update deliverables set created_at = ${after(2)} where id = ${second}`,
    )
    await lookAt(7)
    expect(await statusOf(first)).toBe('approved')
    expect(await movingOf(paymentId)).toBeNull()
    const revision = { params: { id: second }, body: { reviewer_notes: 'Brighter.' } }
    await clocks.api.call(deal.seller, 'deliverables.request_revision', revision)
    await lookAt(12)
    expect(await movingOf(paymentId)).toBeNull()
  })

  it('stays held if the seller approved without releasing, or paid in only after the approval', async () => {
    const kept = await buildDeal(clocks.api.pool)
    const keptId = await delivered(kept)
    const keptPayment = await funded(kept)
    const approve = { params: { id: keptId }, body: { release: false } }
    await clocks.api.call(kept.seller, 'deliverables.approve', approve)
    const late = await buildDeal(clocks.api.pool)
    await delivered(late)
    await lookAt(7)
    const latePayment = await funded(late)
    await execute(
      clocks.api.pool,
      sql`update payments set funded_at = ${after(7.5)} where id = ${latePayment}`,
    )
    await lookAt(8)
    expect(await movingOf(keptPayment)).toBeNull()
    expect(await movingOf(latePayment)).toBeNull()
  })

  it('that the provider refused is ordered again only after a day', async () => {
    const deal = await buildDeal(clocks.api.pool)
    await delivered(deal)
    const paymentId = await funded(deal)
    await lookAt(7)
    await execute(
      clocks.api.pool,
      sql`update payments set moving = null, attempt = attempt + 1 where id = ${paymentId}`,
    )
    await execute(
      clocks.api.pool,
      sql`update money_ops set state = 'failed', settled_at = ${after(7)} where payment_id = ${paymentId}`,
    )
    await execute(
      clocks.api.pool,
      sql`insert into events (entity, entity_id, move, to_status)
        values ('payment', ${paymentId}, 'release_failed', 'held_in_escrow')`,
    )
    await lookAt(7.9)
    expect(await orders(paymentId)).toHaveLength(1)
    await lookAt(8.1)
    expect(await orders(paymentId)).toHaveLength(2)
  })
})
