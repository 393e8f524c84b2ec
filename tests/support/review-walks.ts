import { expect } from 'vitest'
import {
  answerableUntil,
  closesAt,
  type DealReviewStatus,
  otherSide,
  type ReviewSide,
} from '#contract/reputation.ts'
import type { RouteKey } from '#contract/api.ts'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { execute, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { closeDueReviews } from '#server/reputation/deal-review-clock.ts'
import { restoreReported } from '#server/reputation/deal-review-desk.ts'
import { openReviews } from '#server/reputation/deal-review-opening.ts'
import { reviewsOfDeal } from '#server/reputation/deal-review-store.ts'
import { below } from '#tests/generate/draw.ts'
import type { TestApi } from './api.ts'
import { buildDeal, buildPayment, type BuiltUser } from './builders.ts'

/**
 * The life of a pair of deal reviews, step by step in a random order, next to what the rules say about it: they are
 * written out a second time, so that the product can be compared with something.
 */

export const SIDES = ['seller', 'creator'] as const
const PASSWORD = 'correct horse'
const HOUR_MS = 3_600_000

/** What one side wrote, and the state of its review and its account. */
export interface Written {
  status: DealReviewStatus
  body: string | null
  note: string | null
  answer: string | null
  shownAt: Date | null
  banned: boolean
  gone: boolean
}
const unwritten = (): Written => ({
  status: 'open',
  body: null,
  note: null,
  answer: null,
  shownAt: null,
  banned: false,
  gone: false,
})

/** A walk: its deal, what is expected of both reviews, everything ever said in them, and the steps taken. */
export type Walk = Awaited<ReturnType<typeof beginWalk>>

/** A deal that has just ended: released, with a part returned by a decision, or returned as a whole. */
export async function beginWalk(api: TestApi, operator: BuiltUser, seed: number) {
  const deal = await buildDeal(api.pool)
  const ended = new Date(Date.UTC(2031, 2, 3, below(seed, 1, 24)))
  const end = (['release', 'part', 'refund'] as const)[below(seed, 2, 3)] ?? 'release'
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await execute(
    api.pool,
    sql`update auth.users set password_hash = ${hash} where id = any(${[deal.seller.id, deal.creator.id]})`,
  )
  await buildPayment(api.pool, {
    application: deal.application,
    status: end === 'refund' ? 'refunded' : 'released',
  })
  const walk = {
    api,
    operator,
    seed,
    deal,
    people: { seller: deal.seller, creator: deal.creator },
    ids: { seller: '', creator: '' },
    reviews: { seller: unwritten(), creator: unwritten() },
    closes: closesAt(ended),
    now: ended,
    said: [] as string[],
    log: [`deal ended by ${end}`],
  }
  api.setNow(ended)
  await endDeal(walk, end)
  for (const { id, side } of await reviewsOfDeal(api.pool, deal.project.id, deal.seller.id))
    walk.ids[side] = id
  return walk
}

async function endDeal(
  { api, deal, now }: Pick<Walk, 'api' | 'deal' | 'now'>,
  end: 'release' | 'part' | 'refund',
) {
  const payment = {
    project_id: deal.project.id,
    application_id: deal.application.id,
    seller_id: deal.seller.id,
    creator_id: deal.creator.id,
    purpose: 'deal',
    funded_at: new Date(now.getTime() - 48 * HOUR_MS).toISOString(),
    decided_refund: end === 'part' ? 10_000 : null,
  }
  await inTransaction(api.pool, (tx) =>
    openReviews(tx, payment, end === 'refund' ? 'refund' : 'release', now),
  )
}

/** Whether a side can still do something: its account is neither banned nor deleted. */
export const may = ({ banned, gone }: Written) => !banned && !gone
const post = ({ api }: Walk, as: BuiltUser, key: RouteKey, id: string, body: object) =>
  api.call(as, key, { params: { id }, body })
const codeOf = (reply: { status: number; body: unknown }) =>
  reply.status === 200 ? null : (reply.body as { code: string }).code

/** The possible steps. Each expects the result that the rules give, and updates what is expected of the reviews. */
const STEPS_OF: Record<string, (walk: Walk, side: ReviewSide, n: number) => Promise<void>> = {
  async write(walk, side, n) {
    const mine = walk.reviews[side]
    if (!may(mine)) return
    const body = `words ${walk.seed}-${n}-${side};`
    const note = `note ${walk.seed}-${n}-${side};`
    const isOver = walk.now >= walk.closes
    const refusal =
      mine.status === 'lapsed' || (mine.status === 'open' && isOver)
        ? 'deal_review.lapsed'
        : mine.status !== 'open' && (mine.status !== 'sealed' || isOver)
          ? 'deal_review.shown'
          : null
    const scores = { first: 1 + (n % 5), second: 3, third: 5 }
    const sent = { scores, again: true, body, note }
    walk.said.push(body, note)
    expect(
      codeOf(await post(walk, walk.people[side], 'reputation.write', walk.ids[side], sent)),
    ).toBe(refusal)
    if (refusal !== null) return
    Object.assign(mine, { status: 'sealed', body, note })
    const pair = SIDES.map((one) => walk.reviews[one])
    if (pair.every(({ status }) => status === 'sealed'))
      for (const one of pair) Object.assign(one, { status: 'shown', shownAt: walk.now })
  },
  async answer(walk, side, n) {
    const about = walk.reviews[otherSide(side)]
    if (!may(walk.reviews[side])) return
    const body = `answer ${walk.seed}-${n}-${side};`
    const refusal =
      about.status !== 'shown' || about.shownAt === null
        ? 'deal_review.not_shown'
        : walk.now > answerableUntil(about.shownAt)
          ? 'deal_review.answer_late'
          : about.answer === null
            ? null
            : 'deal_review.answered'
    walk.said.push(body)
    const id = walk.ids[otherSide(side)]
    expect(codeOf(await post(walk, walk.people[side], 'reputation.answer', id, { body }))).toBe(
      refusal,
    )
    if (refusal === null) about.answer = body
  },
  async ask(walk, side) {
    if (may(walk.reviews[side]))
      await post(walk, walk.people[side], 'reputation.ask', walk.ids[otherSide(side)], {})
  },
  async hide(walk, side) {
    const review = walk.reviews[side]
    const reply = await post(walk, walk.operator, 'operator.hide_deal_review', walk.ids[side], {
      reason: 'It insults.',
    })
    expect(reply.status).toBe(review.shownAt === null ? 404 : 200)
    if (review.status === 'shown') review.status = 'hidden'
  },
  async restore(walk, side) {
    const review = walk.reviews[side]
    await inTransaction(walk.api.pool, (tx) =>
      restoreReported(tx, walk.ids[side], walk.operator.id),
    )
    if (review.status === 'hidden') review.status = 'shown'
  },
  async ban(walk, side) {
    if (!may(walk.reviews[side])) return
    const reply = await post(walk, walk.operator, 'operator.ban', walk.people[side].id, {
      reason: 'Fraud.',
      days: null,
    })
    expect(reply.status).toBe(200)
    walk.reviews[side].banned = true
  },
  async unban(walk, side) {
    if (!walk.reviews[side].banned) return
    await post(walk, walk.operator, 'operator.unban', walk.people[side].id, {
      reason: 'It was not.',
    })
    walk.reviews[side].banned = false
  },
  async delete(walk, side) {
    const mine = walk.reviews[side]
    if (!may(mine)) return
    const reply = await walk.api.call(walk.people[side], 'account.delete', {
      body: { password: PASSWORD },
    })
    expect(reply.status).toBe(200)
    mine.gone = true
    if (mine.status === 'open') mine.status = 'lapsed'
  },
  /** Money that came back leaves again, a part of it to the card: that opens nothing, not even a review. */
  endAgain: (walk) => endDeal(walk, 'part'),
  /** Days pass, and the clock job may not have run yet. */
  async wait(walk, _, n) {
    walk.now = new Date(walk.now.getTime() + (1 + below(n, 7, 7)) * 24 * HOUR_MS)
    walk.api.setNow(walk.now)
  },
  async clock(walk) {
    for (const close of await closeDueReviews(walk.api.deps, walk.now)) await close()
    if (walk.now < walk.closes) return
    for (const side of SIDES) {
      const one = walk.reviews[side]
      if (one.status === 'sealed') Object.assign(one, { status: 'shown', shownAt: walk.now })
      if (one.status === 'open') one.status = 'lapsed'
    }
  },
}
/** Writing and waiting are more frequent: otherwise most walks end before anything is said. */
const MORE = 'write write write wait wait clock clock answer endAgain'
const OFTEN = [...Object.keys(STEPS_OF), ...MORE.split(' ')]

/** Takes the n-th step of a walk. Returns its name. */
export async function takeStep(walk: Walk, n: number): Promise<string> {
  const name = OFTEN[below(n, 3, OFTEN.length)] ?? 'wait'
  const side = SIDES[below(n, 4, SIDES.length)] ?? 'seller'
  walk.log.push(`${name} ${side}`)
  await STEPS_OF[name]?.(walk, side, n)
  return name
}
