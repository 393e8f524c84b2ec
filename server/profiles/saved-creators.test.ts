import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAVED_CREATORS } from '#contract/profiles.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildReviews,
  buildSeller,
} from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const save = (as: BuiltUser, { id }: { id: string }) =>
  api.call(as, 'creators.save', { params: { id } })
const forget = (as: BuiltUser, { id }: { id: string }) =>
  api.call(as, 'creators.unsave', { params: { id } })
const saved = async (as: BuiltUser) => (await api.call(as, 'creators.saved')).body
const found = async (as: BuiltUser, query: Record<string, string>) =>
  (await api.call(as, 'creators.search', { query })).body.creators.map(({ id }) => id)

describe('saving a creator', () => {
  test('two concurrent clicks save once, and unsaving twice is no error', async () => {
    const [seller, creator] = [await buildSeller(api.pool), await buildCreator(api.pool)]
    const replies = await Promise.all([save(seller, creator), save(seller, creator)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await saved(seller)).toEqual([creator.id])
    expect((await forget(seller, creator)).body).toEqual({ saved: false })
    expect((await forget(seller, creator)).status).toBe(200)
    expect(await saved(seller)).toEqual([])
  })

  test('keeps a separate list for each brand', async () => {
    const [one, other] = [await buildSeller(api.pool), await buildSeller(api.pool)]
    const creator = await buildCreator(api.pool)
    await save(one, creator)
    await forget(other, creator)
    expect(await saved(one)).toEqual([creator.id])
    expect(await saved(other)).toEqual([])
    expect(await found(other, { saved: '1' })).toEqual([])
    expectRefusal(await api.call(creator, 'creators.saved'), 'request.sellers_only')
  })

  test('accepts only creators with a public profile', async () => {
    const seller = await buildSeller(api.pool)
    const gone = await buildCreator(api.pool)
    await execute(api.pool, sql`update auth.users set deleted_at = now() where id = ${gone.id}`)
    const nobody = { id: '7f000000-0000-4000-8000-000000000000' }
    for (const whom of [seller, gone, nobody])
      expectRefusal(await save(seller, whom), 'request.not_found')
  })

  test('stops at the limit, even with concurrent clicks', async () => {
    const seller = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`with made as (
          insert into auth.users (id, email, email_confirmed_at)
          select gen_random_uuid(), 'kept' || n || '@example.com', now()
          from generate_series(1, ${SAVED_CREATORS - 1}) n returning id, email),
        people as (insert into profiles (id, name, email, role) select id, 'Kept', email, 'creator' from made returning id)
        insert into saved_creators (seller_id, creator_id, saved_at) select ${seller.id}, id, now() from people`,
    )
    const [one, other] = [await buildCreator(api.pool), await buildCreator(api.pool)]
    const replies = await Promise.all([save(seller, one), save(seller, other)])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const first = replies[0]?.status === 200 ? one : other
    expect((await save(seller, first)).status).toBe(200)
    expect(await saved(seller)).toHaveLength(SAVED_CREATORS)
  })
})

describe('filtering creators by past work', () => {
  test('finds only creators who were paid, and only by this brand', async () => {
    const deals = [await buildDeal(api.pool), await buildDeal(api.pool)]
    const [paid, other] = deals
    if (paid === undefined || other === undefined) throw new Error('no deals')
    for (const [deal, status] of [
      [paid, 'released'],
      [other, 'held_in_escrow'],
    ] as const)
      await execute(
        api.pool,
        sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, fee_bps, minimum_fee, status)
          values (${deal.project.id}, ${deal.application.id}, ${deal.seller.id}, ${deal.creator.id}, 10000, 1500, 0, ${status})`,
      )
    expect(await found(paid.seller, { worked: '1' })).toEqual([paid.creator.id])
    expect(await found(other.seller, { worked: '1' })).toEqual([])
    await save(paid.seller, other.creator)
    expect(await found(paid.seller, { worked: '1', saved: '1' })).toEqual([])
    await save(paid.seller, paid.creator)
    expect(await found(paid.seller, { worked: '1', saved: '1' })).toEqual([paid.creator.id])
    // A creator's answer counts only after they were paid, and only if it is yes.
    expect(await found(paid.seller, { again: '1' })).toEqual([])
    for (const deal of deals) {
      await buildReviews(api.pool, deal, { shown: true })
      await execute(
        api.pool,
        sql`update deal_reviews set again = true where author_id = ${deal.seller.id}`,
      )
    }
    expect(await found(paid.seller, { again: '1' })).toEqual([paid.creator.id])
    expect(await found(other.seller, { again: '1' })).toEqual([])
    const { body } = await api.call(paid.seller, 'creators.facets', { query: { worked: '1' } })
    expect([body.saved, body.worked, body.again]).toEqual([
      { total: 1, total_exact: true },
      { total: 1, total_exact: true },
      { total: 1, total_exact: true },
    ])
    await execute(
      api.pool,
      sql`update deal_reviews set again = false where author_id = ${paid.seller.id}`,
    )
    expect(await found(paid.seller, { again: '1' })).toEqual([])
  })
})
