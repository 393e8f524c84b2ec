import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dealState } from '#contract/deal-state.ts'
import { dealFacts } from '#contract/deal-reading.ts'
import { openRevisions } from '#contract/open-work.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal, buildDeliverable, buildFile, buildPayment } from '#tests/support/builders.ts'
import { movesOf } from '#tests/support/recorded.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Deal = Awaited<ReturnType<typeof buildDeal>>

async function fileOf(deal: Deal): Promise<string> {
  const { creator, project } = deal
  return (await buildFile(api.pool, { owner: creator, bucket: 'deliverable-files', project })).id
}
const submit = (deal: Deal, file_id: string) =>
  api.call(deal.creator, 'deliverables.submit', {
    params: { id: deal.project.id },
    body: { file_id },
  })
async function handIn(deal: Deal): Promise<Deliverable> {
  const reply = await submit(deal, await fileOf(deal))
  expect(reply.status).toBe(200)
  return reply.body
}
const approve = (deal: Deal, id: string, release = false) =>
  api.call(deal.seller, 'deliverables.approve', { params: { id }, body: { release } })
const askForRevision = (deal: Deal, id: string) =>
  api.call(deal.seller, 'deliverables.request_revision', {
    params: { id },
    body: { reviewer_notes: 'Slower, please.' },
  })

/** Returns all versions as their brand reads them, oldest first. */
async function versionsOf(deal: Deal): Promise<Deliverable[]> {
  const params = { id: deal.project.id }
  return (await api.call(deal.seller, 'deliverables.for_project', { params })).body.toReversed()
}

describe('a version that is handed in while one waits', () => {
  it('supersedes that one, which then needs no answer and does not count as a revision', async () => {
    const deal = await buildDeal(api.pool)
    const first = await handIn(deal)
    const second = await handIn(deal)
    const [v1, v2] = await versionsOf(deal)
    expect(v1).toMatchObject({
      id: first.id,
      status: 'rejected',
      superseded_at: second.created_at,
      reviewed_at: second.created_at,
      reviewer_notes: null,
    })
    expect(v2).toMatchObject({ id: second.id, status: 'pending', superseded_at: null, version: 2 })
    // Its window begins again.
    expect(v2?.review_from).toBe(second.created_at)
    expect(await movesOf(api.pool, first.id)).toEqual(['submit', 'supersede'])

    const waiting = await api.call(deal.seller, 'deliverables.to_review')
    expect(waiting.body.map(({ id }) => id)).toEqual([second.id])
    const { pending_reviews } = (await api.call(deal.seller, 'dashboard.seller')).body
    expect(pending_reviews).toBe(1)
  })

  it('leaves nothing for the brand to answer once the newer one is approved', async () => {
    const deal = await buildDeal(api.pool)
    await buildPayment(api.pool, { ...deal, status: 'held_in_escrow' })
    await handIn(deal)
    const second = await handIn(deal)
    expect((await approve(deal, second.id)).status).toBe(200)
    const input = { params: { id: deal.project.id } }
    const [project, payment, deliverables] = await Promise.all([
      api.call(deal.seller, 'projects.get', input),
      api.call(deal.seller, 'payments.for_project', input),
      api.call(deal.seller, 'deliverables.for_project', input),
    ])
    const facts = dealFacts({
      project: project.body,
      payment: payment.body,
      deliverables: deliverables.body,
      disputes: [],
    })
    expect(dealState(facts)).toBe('approved')
    expect((await api.call(deal.seller, 'dashboard.waiting')).body).toMatchObject([
      { project: { id: deal.project.id } },
    ])
    const thread = await rows<{ move: string }>(
      api.pool,
      sql`select move from events where project_id = ${deal.project.id} and move = 'request_revision'`,
    )
    expect(thread).toEqual([])
  })

  it('notifies the brand and names the version it replaces; a first version names none', async () => {
    const deal = await buildDeal(api.pool)
    await handIn(deal)
    await handIn(deal)
    const { body } = await api.call(deal.seller, 'notifications.list')
    const sentences = body.items.map(({ sentence }) => sentence)
    expect(sentences).toHaveLength(2)
    expect(sentences[0]).toContain('It replaces version 1, which no longer waits.')
    expect(sentences[1]).not.toContain('replaces')
    const [newest] = (await versionsOf(deal)).toReversed()
    expect(body.items[0]?.path).toBe(`/projects/${deal.project.id}/review/${newest?.id}`)
  })

  it('closes the older one to answers: the refusal points to the newer one', async () => {
    const deal = await buildDeal(api.pool)
    const first = await handIn(deal)
    await handIn(deal)
    const before = await versionsOf(deal)
    for (const reply of [await approve(deal, first.id, true), await askForRevision(deal, first.id)])
      expect(expectRefusal(reply, 'deliverable.superseded').message).toBe(
        'A newer version was handed in. Look at that one.',
      )
    const strip = (all: Deliverable[]) =>
      all.map(({ id, status, superseded_at }) => ({ id, status, superseded_at }))
    expect(strip(await versionsOf(deal))).toEqual(strip(before))
  })

  it('is created once when the same file is sent twice, and supersedes nothing', async () => {
    const deal = await buildDeal(api.pool)
    const file = await fileOf(deal)
    const [one, two] = await Promise.all([submit(deal, file), submit(deal, file)])
    expect(two.body.id).toBe(one.body.id)
    expect(await versionsOf(deal)).toMatchObject([{ status: 'pending', superseded_at: null }])
  })

  it('does not supersede a version that was already answered, and ends its open revision', async () => {
    const deal = await buildDeal(api.pool)
    const first = await handIn(deal)
    await askForRevision(deal, first.id)
    const open = async () => openRevisions(await versionsOf(deal)).map(({ id }) => id)
    expect(await open()).toEqual([first.id])
    await handIn(deal)
    expect(await open()).toEqual([])
    expect(await versionsOf(deal)).toMatchObject([
      { status: 'rejected', superseded_at: null, reviewer_notes: 'Slower, please.' },
      { status: 'pending' },
    ])
  })

  it('is dated after the last review even if its process’s clock is slow', async () => {
    const deal = await buildDeal(api.pool)
    const first = await handIn(deal)
    await askForRevision(deal, first.id)
    api.setNow(new Date(Date.now() - 60_000))
    const second = await handIn(deal)
    api.setNow(null)
    const [v1] = await versionsOf(deal)
    expect(Date.parse(second.created_at)).toBeGreaterThan(Date.parse(v1?.reviewed_at ?? ''))
  })

  it('is the only pending one after six are handed in concurrently', async () => {
    const deal = await buildDeal(api.pool)
    await handIn(deal)
    const files = await Promise.all(Array.from({ length: 6 }, () => fileOf(deal)))
    const replies = await Promise.all(files.map((file) => submit(deal, file)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    const all = await versionsOf(deal)
    expect(all.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 6 }, () => 'rejected'),
      'pending',
    ])
    expect(all.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})

describe('an answer and a newer version at the same moment', () => {
  /** Holds the delivery's row until both requests wait for it, in this order. */
  async function inOrder<A, B>(id: string, one: () => Promise<A>, two: () => Promise<B>) {
    let first: Promise<A> | undefined
    let second: Promise<B> | undefined
    await inTransaction(api.pool, async (tx) => {
      await oneRow(tx, sql`select id from deliverables where id = ${id} for update`)
      first = one()
      await expect.poll(() => waitingForLocks(api.pool)).toBe(1)
      second = two()
      await expect.poll(() => waitingForLocks(api.pool)).toBe(2)
    })
    return Promise.all([first, second])
  }

  for (const [name, answer, status] of [
    ['an approval', approve, 'approved'],
    ['a request for changes', askForRevision, 'rejected'],
  ] as const) {
    it(`${name} that comes first is kept, and the newer version is pending`, async () => {
      const deal = await buildDeal(api.pool)
      const { id } = await handIn(deal)
      const file = await fileOf(deal)
      const [answered, handedIn] = await inOrder(
        id,
        () => answer(deal, id),
        () => submit(deal, file),
      )
      expect([answered?.status, handedIn?.status]).toEqual([200, 200])
      expect(await versionsOf(deal)).toMatchObject([
        { status, superseded_at: null },
        { status: 'pending' },
      ])
    })

    it(`${name} that comes second is refused`, async () => {
      const deal = await buildDeal(api.pool)
      const { id } = await handIn(deal)
      const file = await fileOf(deal)
      const [handedIn, answered] = await inOrder(
        id,
        () => submit(deal, file),
        () => answer(deal, id),
      )
      expect(handedIn?.status).toBe(200)
      if (answered) expectRefusal(answered, 'deliverable.superseded')
      expect(await versionsOf(deal)).toMatchObject([
        { status: 'rejected', superseded_at: handedIn?.body.created_at },
        { status: 'pending' },
      ])
    })
  }

  it('end with the money released or the answer refused, in either order', async () => {
    for (let round = 0; round < 8; round += 1) {
      const deal = await buildDeal(api.pool)
      const payment = await buildPayment(api.pool, { ...deal, status: 'held_in_escrow' })
      await api.pool.query('update payments set stripe_charge_id = $1 where id = $2', [
        `ch_${payment.id}`,
        payment.id,
      ])
      const { id } = await handIn(deal)
      const file = await fileOf(deal)
      const calls = [() => approve(deal, id, true), () => submit(deal, file)] as const
      const [answered, handedIn] =
        round % 2
          ? await Promise.all([calls[0](), calls[1]()])
          : (await Promise.all([calls[1](), calls[0]()])).toReversed()
      expect(handedIn?.status).toBe(200)
      if (answered?.status !== 200)
        expectRefusal(answered ?? { status: 0, body: null }, 'deliverable.superseded')
      const { moving } = await oneRow<{ moving: string | null }>(
        api.pool,
        sql`select moving from payments where id = ${payment.id}`,
      )
      expect(moving).toBe(answered?.status === 200 ? 'release' : null)
      expect((await versionsOf(deal)).filter(({ status }) => status === 'pending')).toHaveLength(1)
    }
  })
})

describe('the migration', () => {
  /** The part of the migration that changes rows, without the columns it adds. */
  const folder = join(import.meta.dirname, '../db/migrations')
  const name = readdirSync(folder).find((one) => one.endsWith('_superseded_deliveries.sql')) ?? ''
  const text = readFileSync(join(folder, name), 'utf8')
  const moveRows = () => api.pool.query(text.slice(text.indexOf('with replaced as')))

  it('supersedes every pending version that has a newer one, dated by the newer one', async () => {
    const deal = await buildDeal(api.pool)
    const three = [1, 2, 3].map((version) => buildDeliverable(api.pool, { ...deal, version }))
    const [first, second, third] = await Promise.all(three)
    const other = await buildDeal(api.pool)
    const alone = await buildDeliverable(api.pool, other)
    const answered = await buildDeal(api.pool)
    const waits = await buildDeliverable(api.pool, answered)
    await buildDeliverable(api.pool, { ...answered, version: 2, status: 'approved' })
    await moveRows()

    const [v1, v2, v3] = await versionsOf(deal).then((all) =>
      all.toSorted((a, b) => a.version - b.version),
    )
    expect([v1?.id, v2?.id, v3?.id]).toEqual([first?.id, second?.id, third?.id])
    expect(v1).toMatchObject({
      status: 'rejected',
      superseded_at: v2?.created_at,
      reviewed_at: v2?.created_at,
    })
    expect(v2).toMatchObject({ status: 'rejected', superseded_at: v3?.created_at })
    expect(v3).toMatchObject({ status: 'pending', superseded_at: null })
    expect(await versionsOf(other)).toMatchObject([{ id: alone.id, status: 'pending' }])
    expect(await movesOf(api.pool, waits.id)).toEqual(['supersede'])
    expect(await movesOf(api.pool, alone.id)).toEqual([])
    const { at, actor_id } = await oneRow<{ at: string; actor_id: string }>(
      api.pool,
      sql`select at, actor_id from events where entity_id = ${v1?.id}`,
    )
    expect([at, actor_id]).toEqual([v2?.created_at, deal.creator.id])

    // The migration runs only once and a second run would find nothing, but the rule must hold for the rows it left.
    await moveRows()
    expect(await movesOf(api.pool, waits.id)).toEqual(['supersede'])
  })

  it('allows a rejection without a note only if another delivery replaced it', async () => {
    const deal = await buildDeal(api.pool)
    const { id } = await buildDeliverable(api.pool, deal)
    const set = (columns: string) =>
      api.pool.query(`update deliverables set ${columns} where id = $1`, [id])
    await expect(set(`status = 'rejected', reviewed_at = now()`)).rejects.toThrow(
      'deliverables_revision_has_a_note',
    )
    await expect(
      set(`status = 'approved', reviewed_at = now(), superseded_at = now()`),
    ).rejects.toThrow('deliverables_superseded_unanswered')
    await set(`status = 'rejected', reviewed_at = now(), superseded_at = now()`)
  })
})
