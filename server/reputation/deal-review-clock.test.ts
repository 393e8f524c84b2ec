import { describe, expect, test } from 'vitest'
import { sql, rows } from '#server/db/sql.ts'
import { clockTasks } from '#server/clock-tasks.ts'
import { buildDeal, buildReviews, type BuiltUser } from '#tests/support/builders.ts'
import { after, START, useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const GOOD = { scores: { first: 5, second: 4, third: 5 }, again: true }

async function ended() {
  const deal = await buildDeal(clocks.api.pool)
  return { ...deal, reviews: await buildReviews(clocks.api.pool, deal, { endedAt: START }) }
}
const write = (as: BuiltUser, id: string, body: object = {}) =>
  clocks.api.call(as, 'reputation.write', { params: { id }, body: { ...GOOD, ...body } })
const statuses = async (reviews: Record<'seller' | 'creator', string>) => {
  const found = await rows<{ side: string; status: string }>(
    clocks.api.pool,
    sql`select side, status from deal_reviews where id = any(${Object.values(reviews)}) order by side`,
  )
  return found.map(({ side, status }) => `${side} ${status}`)
}

describe('the review clock', () => {
  test('asks both sides immediately, and reminds one who has not written on days 7 and 12, once each', async () => {
    const deal = await ended()
    await clocks.lookAt(0)
    await clocks.lookAt(0.01)
    expect(await clocks.sentences(deal.creator)).toEqual([
      expect.stringMatching(
        /^How was it with Ellen Harrow Goods on “.+”\? 3 questions, 1 minute\.$/,
      ),
    ])
    await write(deal.seller, deal.reviews.seller)
    for (const days of [6.9, 7, 7.1, 12, 12.5]) await clocks.lookAt(days)
    expect(await clocks.noticesOf(deal.creator)).toEqual([
      'clock.deal_review_opened',
      'deal_review.write',
      'clock.deal_review_reminder',
      'clock.deal_review_reminder',
    ])
    expect(await clocks.noticesOf(deal.seller)).toEqual(['clock.deal_review_opened'])
    expect((await clocks.sentences(deal.creator))[0]).toMatch(
      /^2 days left to review Ellen Harrow Goods/,
    )
  })

  test('sends a single reminder after a long downtime', async () => {
    const deal = await ended()
    await clocks.lookAt(13)
    expect(await clocks.noticesOf(deal.creator)).toEqual(['clock.deal_review_reminder'])
  })

  test('shows written reviews and lapses the others on day 14 at 00:00 UTC', async () => {
    const one = await ended()
    const none = await ended()
    await write(one.seller, one.reviews.seller, { body: 'Lovely.' })
    clocks.api.setNow(new Date('2031-03-16T23:59:59Z'))
    await clockTasks(clocks.api.deps)['clocks.tick']({})
    expect(await statuses(one.reviews)).toEqual(['creator open', 'seller sealed'])
    clocks.api.setNow(new Date('2031-03-17T00:00:00Z'))
    await clockTasks(clocks.api.deps)['clocks.tick']({})
    expect(await statuses(one.reviews)).toEqual(['creator lapsed', 'seller shown'])
    expect(await statuses(none.reviews)).toEqual(['creator lapsed', 'seller lapsed'])
    expect((await clocks.noticesOf(one.creator)).at(-1)).toBe('deal_review.reveal')
  })

  test('refuses a concurrent edit on day 14, and shows the stored text once', async () => {
    for (let round = 0; round < 5; round += 1) {
      clocks.api.setNow(START)
      const deal = await ended()
      await write(deal.seller, deal.reviews.seller, { body: 'First.' })
      clocks.api.setNow(after(14))
      const tick = clockTasks(clocks.api.deps)['clocks.tick']
      const [, , edit] = await Promise.all([
        tick({}),
        tick({}),
        write(deal.seller, deal.reviews.seller, { body: 'Second.' }),
      ])
      expect(edit.status).toBe(409)
      const [shown] = await rows(
        clocks.api.pool,
        sql`select body, (select count(*)::integer from events where entity_id = deal_reviews.id and move = 'reveal') as times
          from deal_reviews where id = ${deal.reviews.seller}`,
      )
      expect(shown).toEqual({ body: 'First.', times: 1 })
    }
  })
})
