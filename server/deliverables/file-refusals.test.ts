import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRIEF_LIMITS } from '#contract/briefs.ts'
import { EXPORT_TABLES } from '#server/account/export/exported-tables.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { beginReview } from '#server/uploads/work-store.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildAgreedBrief, buildDeal, buildFile } from '#tests/support/builders.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof buildDeal>>
type Given = { file_id: string; item_id?: string | null }

const upload = async ({ creator, project }: Pick<Deal, 'creator' | 'project'>) =>
  (await buildFile(api.pool, { owner: creator, bucket: 'deliverable-files', project })).id

async function uploads(deal: Deal, count: number): Promise<Given[]> {
  const files: Given[] = []
  for (let made = 0; made < count; made += 1) files.push({ file_id: await upload(deal) })
  return files
}

const submit = (deal: Deal, body: Record<string, unknown>) =>
  api.call(deal.creator, 'deliverables.submit', { params: { id: deal.project.id }, body })
const versions = async (deal: Deal) =>
  (await api.call(deal.seller, 'deliverables.for_project', { params: { id: deal.project.id } }))
    .body

const ITEMS = {
  items: [
    { id: 'hero', what: 'photo', label: 'Hero shot', count: 2 },
    { id: 'reel', what: 'video', count: 1 },
  ],
}

describe('handing in several files', () => {
  it('refuses no files, more than twenty, or the same file twice', async () => {
    const deal = await buildDeal(api.pool)
    const [one] = await uploads(deal, 1)
    expectInvalid(await submit(deal, { files: [] }), 'files')
    expectInvalid(await submit(deal, { files: [one, one] }), 'files')
    const many = Array.from({ length: BRIEF_LIMITS.files + 1 }, () => ({
      file_id: crypto.randomUUID(),
    }))
    expectInvalid(await submit(deal, { files: many }), 'files')
    expectInvalid(await submit(deal, { files: [one], file_id: crypto.randomUUID() }), 'files')
    expect(await versions(deal)).toEqual([])
  })

  it('refuses files of someone else or of another project, and names each', async () => {
    const [deal, other] = [await buildDeal(api.pool), await buildDeal(api.pool)]
    const [own] = await uploads(deal, 1)
    const [theirs] = await uploads(other, 1)
    const elsewhere = await upload({ creator: deal.creator, project: other.project })
    const reply = await submit(deal, { files: [own, theirs, { file_id: elsewhere }] })
    const { fields } = expectRefusal(reply, 'deliverable.file_missing')
    expect(Object.keys(fields ?? {})).toEqual(['files.1', 'files.2'])
    expect(await versions(deal)).toEqual([])
  })

  it('refuses a file that was handed in before, in any position', async () => {
    const deal = await buildDeal(api.pool)
    const [one, two, three] = await uploads(deal, 3)
    await submit(deal, { files: [one, two] })
    for (const files of [[three, two], [one, three], [two, one], [one]]) {
      const { fields } = expectRefusal(await submit(deal, { files }), 'deliverable.file_taken')
      expect(Object.keys(fields ?? {})).not.toEqual([])
    }
    expectRefusal(await submit(deal, { file_id: two?.file_id }), 'deliverable.file_taken')
    expect(await versions(deal)).toHaveLength(1)
  })

  it('refuses an item that is not in the agreed brief, and a file of another kind', async () => {
    const deal = await buildDeal(api.pool)
    const [photo] = await uploads(deal, 1)
    const asked = async (item_id: string) =>
      expectRefusal(
        await submit(deal, { files: [{ ...photo, item_id }] }),
        'deliverable.item_wrong',
      ).fields
    expect(await asked('hero')).toEqual({
      'files.0': 'The agreed brief has no such item. Choose another.',
    })
    await buildAgreedBrief(api.pool, deal.application, ITEMS)
    expect(await asked('nothing')).toEqual({
      'files.0': 'The agreed brief has no such item. Choose another.',
    })
    expect(await asked('reel')).toEqual({
      'files.0': 'This file is not what the item asks for. Choose another item.',
    })
    expect(await versions(deal)).toEqual([])
  })

  it('keeps their order and items, and uses the first as the delivery’s main file', async () => {
    const deal = await buildDeal(api.pool)
    await buildAgreedBrief(api.pool, deal.application, ITEMS)
    const [one, two, three] = await uploads(deal, 3)
    const files = [
      { ...one, item_id: 'hero' },
      { ...two, item_id: null },
      { ...three, item_id: 'hero' },
    ]
    const checks = [{ check_id: 'count', ticked: false, reason: 'The reel follows.' }]
    const { body } = await submit(deal, { files, checks })
    expect(body.file_count).toBe(3)
    const told = await api.call(deal.seller, 'notifications.list', { query: {} })
    expect(told.body.items[0]?.sentence).toMatch(/delivered “[^”]+ and 2 more files” for/)
    expect(
      body.files.map(({ position, item_id, item_name }) => [position, item_id, item_name]),
    ).toEqual([
      [1, 'hero', 'Hero shot'],
      [2, null, null],
      [3, 'hero', 'Hero shot'],
    ])
    expect(body.file_url).toBe(body.files[0]?.file_url)
    for (const [at, { file_id }] of files.entries())
      expect(body.files[at]?.file_url).toContain(`/storage/private/${file_id}?`)
    // Determined from the files and their items: the two photos are there, the reel is not.
    const checked = await api.call(deal.creator, 'checks.of_delivery', { params: { id: body.id } })
    expect(checked.body.checks[0]).toMatchObject({ machine: false, found: '3 of 3' })
  })

  it('six times concurrently creates one delivery', async () => {
    const deal = await buildDeal(api.pool)
    const files = await uploads(deal, 3)
    const replies = await Promise.all(Array.from({ length: 6 }, () => submit(deal, { files })))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await versions(deal)).toHaveLength(1)
  })

  it('treats the single file of an older client as a list of one', async () => {
    const deal = await buildDeal(api.pool)
    const [one] = await uploads(deal, 1)
    const { body } = await submit(deal, { file_id: one?.file_id })
    expect(body.files).toMatchObject([{ position: 1, item_id: null, file_url: body.file_url }])
    expect((await submit(deal, { files: [one] })).body.id).toBe(body.id)
  })
})

describe('the review of several files', () => {
  const MARKED = { mark: 'PREVIEW', renditions: ['marked.webp'] }
  const FAILED = { mark: 'PREVIEW', renditions: [] }
  const UNREAD = { mark: null, renditions: [] }
  const now = new Date()

  it.each([
    ['not before the last one has its copy', [MARKED, UNREAD], false],
    ['when all have theirs', [MARKED, MARKED], true],
    ['when nothing can be made of the others', [FAILED, MARKED], true],
    ['not by itself when there is nothing to look at', [FAILED, FAILED], false],
  ])('begins %s', async (_, states, begins) => {
    const deal = await buildDeal(api.pool)
    const files = await uploads(deal, states.length)
    for (const [at, { mark, renditions }] of states.entries())
      await execute(
        api.pool,
        sql`update files set mark = ${mark}, renditions = ${renditions} where id = ${files[at]?.file_id}`,
      )
    const { body } = await submit(deal, { files })
    const viewable = sql`select viewable_at is not null as began from deliverables where id = ${body.id}`
    expect(await rows(api.pool, viewable)).toEqual([{ began: begins }])
    // Where originals are open, the review needs no copies.
    await inTransaction(api.pool, (tx) => beginReview(tx, body.id, { open: true }, now))
    expect(await rows(api.pool, viewable)).toEqual([{ began: true }])
  })

  it('begins once when both become ready concurrently', async () => {
    const deal = await buildDeal(api.pool)
    const files = await uploads(deal, 2)
    const ids = files.map(({ file_id }) => file_id)
    await execute(
      api.pool,
      sql`update files set mark = null, renditions = '{}' where id = any(${ids}::uuid[])`,
    )
    const { body } = await submit(deal, { files })
    let recorded = 0
    const both = Promise.withResolvers<void>()
    const began = await Promise.all(
      ids.map((id) =>
        inTransaction(api.pool, async (tx) => {
          await execute(
            tx,
            sql`update files set mark = 'PREVIEW', renditions = '{marked.webp}' where id = ${id}`,
          )
          recorded += 1
          if (recorded === ids.length) both.resolve()
          await both.promise
          return beginReview(tx, body.id, { open: false }, now)
        }),
      ),
    )
    expect(began.toSorted((a, b) => a - b)).toEqual([0, 1])
  })
})

it('an export lists the files of each version to both sides', async () => {
  const deal = await buildDeal(api.pool)
  await submit(deal, { files: await uploads(deal, 2) })
  const table = EXPORT_TABLES.find(({ name }) => name === 'delivery-files')
  for (const { id } of [deal.creator, deal.seller])
    expect(await rows(api.pool, table?.of(id) ?? sql``)).toMatchObject([
      { version: 1, position: 1, file_name: 'lamp.webp' },
      { version: 1, position: 2, file_name: 'lamp.webp' },
    ])
})
