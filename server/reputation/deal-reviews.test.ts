import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEAL_REVIEW_LIMITS, reputationMessages } from '#contract/reputation.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  type buildDeal as BuildDeal,
  buildCreator,
  buildDeal,
  buildOperator,
  buildReviews,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { refreshedPeople } from '#tests/support/jobs.ts'
import { movesOf, noticesOf } from '#tests/support/recorded.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

const ENDED = new Date('2031-03-03T10:00:00Z')
const day = (count: number) => new Date(ENDED.getTime() + count * 86_400_000)
const GOOD = { scores: { first: 5, second: 4, third: 5 }, again: true, body: 'Kind and quick.' }

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
})
beforeEach(() => api.setNow(day(1)))
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof BuildDeal>>
async function ended(shown = false) {
  const deal = await buildDeal(api.pool)
  return { ...deal, reviews: await buildReviews(api.pool, deal, { endedAt: ENDED, shown }) }
}
const write = (as: BuiltUser, id: string, body: object = GOOD) =>
  api.call(as, 'reputation.write', { params: { id }, body })
const seen = async (as: BuiltUser, { project }: Pick<Deal, 'project'>) => {
  const { body } = await api.call(as, 'reputation.of_deal', { params: { id: project.id } })
  if (body.reviews === null) throw new Error('the deal has no reviews')
  return body.reviews
}

describe('writing a review', () => {
  test('needs three scores from one to five and a yes or no; texts have their limits', async () => {
    const { seller, reviews } = await ended()
    expectInvalid(await write(seller, reviews.seller, {}), 'scores', 'again')
    const wrong = { first: 0, second: 6, third: 2.5 }
    const reply = await write(seller, reviews.seller, { scores: wrong, again: true })
    expectInvalid(reply, 'scores.first', 'scores.second', 'scores.third')
    expect(reply.body).toMatchObject({
      fields: { 'scores.first': reputationMessages.scoreRequired },
    })
    const long = { body: 'x'.repeat(DEAL_REVIEW_LIMITS.body + 1), note: 'x'.repeat(501) }
    expectInvalid(await write(seller, reviews.seller, { ...GOOD, ...long }), 'body', 'note')
  })

  test('seals it: the other side learns only that it is written', async () => {
    const deal = await ended()
    expect((await write(deal.seller, deal.reviews.seller)).body.reviews?.mine).toMatchObject({
      status: 'sealed',
      scores: GOOD.scores,
      overall: 4.7,
      again: true,
    })
    const { theirs } = await seen(deal.creator, deal)
    expect(theirs).toMatchObject({
      written: true,
      scores: null,
      overall: null,
      body: null,
      note: null,
    })
    expect(await noticesOf(api.pool, deal.creator)).toEqual(['deal_review.write'])
    expect(await noticesOf(api.pool, deal.seller)).toEqual([])
  })

  test('can be repeated and changed while it is sealed; an identical repeat records no event', async () => {
    const { seller, reviews } = await ended()
    await write(seller, reviews.seller)
    await write(seller, reviews.seller)
    await write(seller, reviews.seller, { ...GOOD, note: 'Call me next time.' })
    expect(await movesOf(api.pool, reviews.seller)).toEqual(['open', 'write', 'edit'])
  })

  test('refreshes the other side’s pages once; edits do not', async () => {
    const deal = await ended()
    const { id } = deal.project
    await write(deal.seller, deal.reviews.seller)
    const told = await refreshedPeople(api.pool, id)
    expect(told).toContain(deal.creator.id)
    await write(deal.seller, deal.reviews.seller, { ...GOOD, body: 'On second thoughts.' })
    const after = await refreshedPeople(api.pool, id)
    expect(after.slice(told.length)).toEqual([deal.seller.id])
  })

  test('shows both when both are written, each with the private note for the other', async () => {
    const deal = await ended()
    await write(deal.seller, deal.reviews.seller, { ...GOOD, note: 'Your lamp hums.' })
    await write(deal.creator, deal.reviews.creator, { ...GOOD, again: false })
    const mine = await seen(deal.creator, deal)
    expect(mine.theirs).toMatchObject({ status: 'shown', body: GOOD.body, note: 'Your lamp hums.' })
    expect(mine.mine.status).toBe('shown')
    expect(await noticesOf(api.pool, deal.seller)).toEqual(['deal_review.reveal'])
    expect(await noticesOf(api.pool, deal.creator)).toEqual([
      'deal_review.write',
      'deal_review.reveal',
    ])
    const other = { ...GOOD, body: 'Not so kind.' }
    expectRefusal(await write(deal.creator, deal.reviews.creator, other), 'deal_review.shown')
    // A repeated request that arrives late succeeds, because it says what is stored.
    expect(
      (await write(deal.seller, deal.reviews.seller, { ...GOOD, note: 'Your lamp hums.' })).status,
    ).toBe(200)
  })

  test('by both sides at once shows both reviews exactly once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const deal = await ended()
      const { seller, creator, reviews } = deal
      const replies = await Promise.all([
        write(seller, reviews.seller),
        write(creator, reviews.creator),
        write(seller, reviews.seller),
        write(creator, reviews.creator),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      for (const id of [reviews.seller, reviews.creator])
        expect(await movesOf(api.pool, id)).toEqual(['open', 'write', 'reveal'])
    }
  })

  test('an edit concurrent with the other side’s review is either shown or refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const deal = await ended()
      await write(deal.seller, deal.reviews.seller)
      const [edit] = await Promise.all([
        write(deal.seller, deal.reviews.seller, { ...GOOD, body: 'Changed.' }),
        write(deal.creator, deal.reviews.creator),
      ])
      const { mine } = await seen(deal.seller, deal)
      expect(mine.status).toBe('shown')
      expect(mine.body).toBe(edit.status === 200 ? 'Changed.' : GOOD.body)
      if (edit.status !== 200) expectRefusal(edit, 'deal_review.shown')
    }
  })

  test('on day 14 it is too late, even before the clock has looked', async () => {
    const deal = await ended()
    await write(deal.seller, deal.reviews.seller)
    api.setNow(new Date('2031-03-17T00:00:00Z'))
    expectRefusal(await write(deal.creator, deal.reviews.creator), 'deal_review.lapsed')
    expectRefusal(
      await write(deal.seller, deal.reviews.seller, { ...GOOD, body: 'Last word.' }),
      'deal_review.shown',
    )
  })
})

describe('asking for a review', () => {
  test('tells the other side once, however often one clicks', async () => {
    const deal = await ended()
    const ask = () =>
      api.call(deal.creator, 'reputation.ask', { params: { id: deal.reviews.seller } })
    await Promise.all([ask(), ask()])
    expect((await ask()).body.reviews?.theirs.asked_at).not.toBeNull()
    expect(await noticesOf(api.pool, deal.seller)).toEqual(['deal_review.ask'])
    expect(await movesOf(api.pool, deal.reviews.seller)).toEqual(['open', 'ask'])
    await write(deal.seller, deal.reviews.seller)
    expect((await ask()).status).toBe(200)
  })

  test('is refused from day 14 on', async () => {
    const { creator, reviews } = await ended()
    api.setNow(day(14))
    const reply = await api.call(creator, 'reputation.ask', { params: { id: reviews.seller } })
    expectRefusal(reply, 'deal_review.lapsed')
  })
})

describe('the reviewed person’s answer', () => {
  const answer = (as: BuiltUser, id: string, body = 'Thank you, Ellen.') =>
    api.call(as, 'reputation.answer', { params: { id }, body: { body } })

  test('is public, notifies the author and can be given once', async () => {
    const { creator, seller, reviews } = await ended(true)
    expect((await answer(creator, reviews.seller)).body.reviews?.theirs.answer?.body).toBe(
      'Thank you, Ellen.',
    )
    expect((await answer(creator, reviews.seller)).status).toBe(200)
    expectRefusal(await answer(creator, reviews.seller, 'And one more.'), 'deal_review.answered')
    expect(await noticesOf(api.pool, seller)).toEqual(['deal_review.answer'])
    const list = await api.call(null, 'reputation.of_profile', { params: { id: creator.id } })
    expect(list.body.rows[0]?.answer?.body).toBe('Thank you, Ellen.')
  })

  test('needs a shown review, and is refused after thirty days', async () => {
    const open = await ended()
    await write(open.seller, open.reviews.seller)
    expectRefusal(await answer(open.creator, open.reviews.seller), 'deal_review.not_shown')
    const { creator, reviews } = await ended(true)
    api.setNow(new Date(day(30).getTime() + 1))
    expectRefusal(await answer(creator, reviews.seller), 'deal_review.answer_late')
    api.setNow(day(30))
    expect((await answer(creator, reviews.seller)).status).toBe(200)
  })
})

describe('a profile’s reviews', () => {
  const listOf = async (person: BuiltUser, after?: string) =>
    (
      await api.call(null, 'reputation.of_profile', {
        params: { id: person.id },
        query: after === undefined ? {} : { after },
      })
    ).body

  /** `count` shown reviews of one creator, a minute apart, oldest first. */
  async function reviewed(count: number) {
    const creator = await buildCreator(api.pool)
    const authors: BuiltUser[] = []
    for (let at = 0; at < count; at += 1) {
      const deal = await buildDeal(api.pool)
      const endedAt = new Date(ENDED.getTime() + at * 60_000)
      await buildReviews(api.pool, { ...deal, creator }, { endedAt, shown: true })
      authors.push(deal.seller)
    }
    return { creator, authors }
  }

  test('have an average and a would-work-again percentage from three reviews on', async () => {
    const { creator, authors } = await reviewed(3)
    expect((await listOf(creator)).figures).toEqual({ total: 3, average: 4.7, again_percent: 100 })
    await execute(
      api.pool,
      sql`update auth.users set banned_until = ${day(2)} where id = ${authors[0]?.id}`,
    )
    expect((await listOf(creator)).figures).toEqual({
      total: 2,
      average: null,
      again_percent: null,
    })
    expect((await listOf(creator)).rows).toHaveLength(2)
    api.setNow(day(2))
    expect((await listOf(creator)).rows).toHaveLength(3)
  })

  test('come ten to a page, newest first, each once', async () => {
    const { creator, authors } = await reviewed(12)
    const first = await listOf(creator)
    expect(first.rows).toHaveLength(10)
    const second = await listOf(creator, first.next ?? '')
    expect(second.next).toBeNull()
    const shown = [...first.rows, ...second.rows].map(({ author }) => author?.id)
    expect(shown).toEqual(authors.map(({ id }) => id).toReversed())
  })

  test('keep what a deleted author wrote, without the name', async () => {
    const { creator, authors } = await reviewed(1)
    await execute(
      api.pool,
      sql`update auth.users set deleted_at = now() where id = ${authors[0]?.id}`,
    )
    expect((await listOf(creator)).rows).toMatchObject([{ author: null, overall: 4.7 }])
  })

  test('are not found when the profile’s owner is banned', async () => {
    const { creator } = await reviewed(1)
    await execute(
      api.pool,
      sql`update auth.users set banned_until = 'infinity' where id = ${creator.id}`,
    )
    const reply = await api.call(null, 'reputation.of_profile', { params: { id: creator.id } })
    expectRefusal(reply, 'profile.not_found')
  })
})

describe('an operator', () => {
  const hide = (id: string, reason = 'It names a home.') =>
    api.call(operator, 'operator.hide_deal_review', { params: { id }, body: { reason } })

  test('removes a shown review with a public reason; only its author can still read it', async () => {
    const deal = await ended(true)
    expect((await hide(deal.reviews.seller)).body).toEqual({
      changed: true,
      reason: 'It names a home.',
    })
    expect((await hide(deal.reviews.seller, 'Again.')).body.changed).toBe(false)
    const list = await api.call(null, 'reputation.of_profile', { params: { id: deal.creator.id } })
    expect(list.body).toMatchObject({
      rows: [{ body: null, scores: null, removed: { reason: 'It names a home.' } }],
      figures: { total: 0 },
    })
    expect((await seen(deal.creator, deal)).theirs).toMatchObject({ status: 'hidden', body: null })
    expect((await seen(deal.seller, deal)).mine.body).toBe('A pleasure to work with.')
    expect(await noticesOf(api.pool, deal.seller)).toEqual(['deal_review.hide'])
    const acts = await api.call(operator, 'operator.activity', {
      query: { subject: 'deal_review', subject_id: deal.reviews.seller },
    })
    expect(acts.body.rows).toMatchObject([{ act: 'hide_deal_review', reason: 'It names a home.' }])
  })

  test('finds both shown reviews of a deal by person, and no sealed one', async () => {
    const shown = await ended(true)
    const sealed = await ended()
    await write(sealed.seller, sealed.reviews.seller)
    const list = async (person: BuiltUser) =>
      (await api.call(operator, 'operator.deal_reviews', { query: { person: person.id } })).body
        .rows
    expect((await list(shown.creator)).map(({ id }) => id).toSorted()).toEqual(
      Object.values(shown.reviews).toSorted(),
    )
    expect(await list(sealed.seller)).toEqual([])
  })

  test('does not decide about reviews of their own deals', async () => {
    const deal = await buildDeal(api.pool)
    const reviews = await buildReviews(api.pool, { ...deal, seller: operator }, { shown: true })
    expectRefusal(await hide(reviews.creator), 'deal_review.own')
  })
})

test('reviews are not found for a stranger, and a running deal has none yet', async () => {
  const deal = await buildDeal(api.pool)
  const params = { id: deal.project.id }
  expect((await api.call(deal.creator, 'reputation.of_deal', { params })).body).toEqual({
    reviews: null,
  })
  const stranger = await buildSeller(api.pool)
  expect((await api.call(stranger, 'reputation.of_deal', { params })).status).toBe(404)
})
