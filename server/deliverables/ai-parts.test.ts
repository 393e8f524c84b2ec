import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aiPartMessages } from '#contract/ai-parts.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator, buildDeal, buildFile } from '#tests/support/builders.ts'
import { expectHidden, expectInvalid } from '#tests/support/refusals.ts'

/** What a creator declares about parts made with AI (decision 0099). */

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof buildDeal>>

const upload = ({ creator, project }: Deal) =>
  buildFile(api.pool, { owner: creator, bucket: 'deliverable-files', project })
const submit = (deal: Deal, body: Record<string, unknown>) =>
  api.call(deal.creator, 'deliverables.submit', { params: { id: deal.project.id }, body })
const handedIn = async (deal: Deal, ai_parts?: unknown) => {
  const reply = await submit(deal, {
    file_id: (await upload(deal)).id,
    ...(ai_parts === undefined ? {} : { ai_parts }),
  })
  expect(reply.status).toBe(200)
  return reply.body
}
const readBy = async (who: Deal['seller'], { project }: Deal) =>
  (await api.call(who, 'deliverables.for_project', { params: { id: project.id } })).body.map(
    ({ version, ai_parts }) => [version, ai_parts],
  )

describe('a declaration', () => {
  it('is visible to both sides in a fixed order, and to no one else', async () => {
    const deal = await buildDeal(api.pool)
    await handedIn(deal, ['image', 'voice'])
    for (const side of [deal.creator, deal.seller])
      expect(await readBy(side, deal)).toEqual([[1, ['voice', 'image']]])
    const read = { params: { id: deal.project.id } }
    const stranger = await buildCreator(api.pool)
    await expectHidden(api, stranger, 'deliverables.for_project', read)
  })

  it('is optional; leaving it out is stored as null, not as “none”', async () => {
    const deal = await buildDeal(api.pool)
    expect((await handedIn(deal)).ai_parts).toBeNull()
    expect((await handedIn(deal, null)).ai_parts).toBeNull()
    expect((await handedIn(deal, ['none'])).ai_parts).toEqual(['none'])
  })

  it('belongs to one version and is not carried over to the next', async () => {
    const deal = await buildDeal(api.pool)
    await handedIn(deal, ['voice'])
    await handedIn(deal, ['none'])
    await handedIn(deal)
    expect(await readBy(deal.seller, deal)).toEqual([
      [3, null],
      [2, ['none']],
      [1, ['voice']],
    ])
  })

  it('is not changed by submitting the same file again', async () => {
    const deal = await buildDeal(api.pool)
    const file_id = (await upload(deal)).id
    await submit(deal, { file_id, ai_parts: ['other'] })
    expect((await submit(deal, { file_id, ai_parts: ['none'] })).body.ai_parts).toEqual(['other'])
  })

  it.each([
    ['none beside a part', ['none', 'voice']],
    ['an empty list', []],
    ['a part twice', ['voice', 'voice']],
  ])('of %s is refused', async (_, ai_parts) => {
    const deal = await buildDeal(api.pool)
    const reply = await submit(deal, { file_id: (await upload(deal)).id, ai_parts })
    expectInvalid(reply, 'ai_parts')
    expect(reply.body).toMatchObject({ fields: { ai_parts: aiPartMessages.unclear } })
  })

  it('that contradicts itself is refused by the database too', async () => {
    const deal = await buildDeal(api.pool)
    const { id } = await handedIn(deal, ['none'])
    for (const parts of [['none', 'voice'], [], ['music']])
      await expect(
        execute(api.pool, sql`update deliverables set ai_parts = ${parts} where id = ${id}`),
      ).rejects.toThrow('deliverables_ai_parts_declare')
  })
})
