import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportedTables } from '#server/account/export/exported-tables.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'
import { clockTasks } from '#server/clock-tasks.ts'
import { ensureConversation } from '#server/conversations/conversation-store.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { mailsTo, refreshedPeople } from '#tests/support/jobs.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { countDueRejection } from './application-answer-service.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { applicationTasks } from './rejection-clock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const answer = (as: BuiltUser | null, move: 'accept' | 'reject', id: string) =>
  api.call(as, `applications.${move}`, { params: { id } })

async function statusOf(id: string): Promise<string> {
  const found = await api.pool.query(`select status from applications where id = $1`, [id])
  return found.rows[0].status
}

const NOW = new Date('2031-03-03T10:00:00Z')
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const undo = (as: BuiltUser | null, id: string) =>
  api.call(as, 'applications.undo_reject', { params: { id } })
/** The minute's clock job, this many seconds after NOW. */
async function tickAt(seconds: number): Promise<void> {
  api.setNow(inSeconds(seconds))
  await clockTasks(api.deps)['clocks.tick']({})
}

/** Everything about an application that its creator can read. */
async function readByCreator(creator: BuiltUser, projectId: string) {
  const params = { id: projectId }
  return {
    own: (await api.call(creator, 'applications.own', { params })).body,
    mine: (await api.call(creator, 'applications.mine')).body,
    page: (await api.call(creator, 'projects.get', { params })).body,
    dashboard: (await api.call(creator, 'dashboard.creator')).body,
    counts: (await api.call(creator, 'navigation.counts')).body,
    talks: (await api.call(creator, 'conversations.list')).body,
    notifications: (await api.call(creator, 'notifications.list')).body,
    mails: await mailsTo(api.pool, creator),
    export: await exportOf(creator),
  }
}

async function exportOf({ id }: BuiltUser): Promise<Map<string, string>> {
  const lists = new Map<string, string>()
  for await (const { name, json } of exportedTables(
    api.pool,
    id,
    createAddressSeal(soleKey('a secret of the tests')),
  ))
    lists.set(name, json)
  return lists
}

beforeEach(() => api.setNow(NOW))
afterEach(() => api.setNow(null))

describe('a rejection', () => {
  test('is shown to the owner at once, with ten seconds to undo, and does not notify the creator', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    const talk = { projectId: project.id, sellerId: project.seller.id, creatorId: creator.id }
    await inTransaction(api.pool, (tx) => ensureConversation(tx, talk))
    // Their figures are counted for the first time.
    await tickAt(0)
    const before = await readByCreator(creator, project.id)
    const rejected = await answer(project.seller, 'reject', id)
    expect(rejected.body).toMatchObject({ status: 'rejected', undo_until: '2031-03-03T10:00:10Z' })
    const list = await api.call(project.seller, 'applications.for_project', {
      params: { id: project.id },
    })
    expect(list.body).toMatchObject([{ status: 'rejected', undo_until: '2031-03-03T10:00:10Z' }])
    expect((await exportOf(project.seller)).get('applications-received')).toContain('rejected')

    expect(await readByCreator(creator, project.id)).toEqual(before)
    expect(before.own).toMatchObject({ status: 'pending' })
    // Not even a refetch hint.
    expect(await refreshedPeople(api.pool, project.id)).toEqual([project.seller.id])
    await tickAt(9)
    expect(await readByCreator(creator, project.id)).toEqual(before)
  })

  test('takes effect after ten seconds by job or clock, with one event and one mail however often they run', async () => {
    for (const [name, count] of [
      [
        'job',
        (id: string) =>
          applicationTasks(api.deps)['applications.count_rejection']({ application_id: id }),
      ],
      ['clock', () => tickAt(3_600)],
    ] as const) {
      api.setNow(NOW)
      const project = await buildProject(api.pool)
      const { id, creator } = await buildApplication(api.pool, { project })
      await answer(project.seller, 'reject', id)
      api.setNow(inSeconds(10))
      await Promise.all([count(id), count(id)])
      await count(id)
      expect(await statusOf(id), name).toBe('rejected')
      expect(await mailsTo(api.pool, creator), name).toHaveLength(1)
      expect(await refreshedPeople(api.pool, project.id), name).toContain(creator.id)
      const events = await api.pool.query(
        `select actor_id, move, to_status from events where project_id = $1`,
        [project.id],
      )
      expect(events.rows, name).toEqual([
        { actor_id: project.seller.id, move: 'reject', to_status: 'rejected' },
      ])
    }
  })

  test('enqueues its job to run ten seconds later', async () => {
    const project = await buildProject(api.pool)
    const { id } = await buildApplication(api.pool, { project })
    await answer(project.seller, 'reject', id)
    const jobs = await api.pool.query(
      `select extract(epoch from run_at - now())::float as seconds from graphile_worker._private_jobs
        where payload->>'application_id' = $1`,
      [id],
    )
    expect(jobs.rows).toHaveLength(1)
    expect(jobs.rows[0].seconds).toBeLessThanOrEqual(10)
    expect(jobs.rows[0].seconds).toBeGreaterThan(0)
  })

  test('is idempotent, both while it can be undone and after it took effect', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    const [first, second] = await Promise.all([
      answer(project.seller, 'reject', id),
      answer(project.seller, 'reject', id),
    ])
    expect(second).toEqual(first)
    api.setNow(inSeconds(5))
    expect(await answer(project.seller, 'reject', id)).toEqual(first)
    await tickAt(10)
    const last = await answer(project.seller, 'reject', id)
    expect(last.body).toMatchObject({ status: 'rejected', undo_until: null })
    expect(await mailsTo(api.pool, creator)).toHaveLength(1)
    expectRefusal(await answer(project.seller, 'accept', id), 'application.already_answered')
  })

  test('undone in time leaves the application pending, to be accepted or rejected again', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    await answer(project.seller, 'reject', id)
    api.setNow(inSeconds(9.999))
    const replies = await Promise.all([undo(project.seller, id), undo(project.seller, id)])
    for (const { body } of replies)
      expect(body).toMatchObject({ status: 'pending', undo_until: null })
    await tickAt(60)
    expect(await mailsTo(api.pool, creator)).toEqual([])
    expect(await statusOf(id)).toBe('pending')
    const again = await api.call(project.seller, 'applications.reject', { params: { id } })
    expect(again.body.undo_until).toBe('2031-03-03T10:01:10Z')
    // The job of the first rejection comes late, and finds the second rejection undecided.
    await applicationTasks(api.deps)['applications.count_rejection']({ application_id: id })
    expect(await statusOf(id)).toBe('pending')
    await undo(project.seller, id)
    expect((await answer(project.seller, 'accept', id)).body.status).toBe('accepted')
    await tickAt(3_600)
    expect(await statusOf(id)).toBe('accepted')
  })

  test('cannot be undone after ten seconds, whether or not the job has run yet', async () => {
    const project = await buildProject(api.pool)
    const { id } = await buildApplication(api.pool, { project })
    await answer(project.seller, 'reject', id)
    api.setNow(inSeconds(10))
    expectRefusal(await undo(project.seller, id), 'application.undo_over')
    await tickAt(10)
    expectRefusal(await undo(project.seller, id), 'application.undo_over')
  })

  test('cannot be undone once another application is accepted or the project cancelled, and stays a rejection', async () => {
    for (const [close, code] of [
      ['accept', 'application.project_filled'],
      ['cancel', 'project.closed'],
    ] as const) {
      api.setNow(NOW)
      const project = await buildProject(api.pool)
      const chosen = await buildApplication(api.pool, { project })
      const { id, creator } = await buildApplication(api.pool, { project })
      await answer(project.seller, 'reject', id)
      if (close === 'accept') await answer(project.seller, 'accept', chosen.id)
      else await api.call(project.seller, 'projects.cancel', { params: { id: project.id } })
      expectRefusal(await undo(project.seller, id), code)
      const list = await api.call(project.seller, 'applications.for_project', {
        params: { id: project.id },
      })
      expect(list.body.find((one) => one.id === id)).toMatchObject({
        status: 'rejected',
        undo_until: null,
      })
      // No notice before its ten seconds are over.
      expect(await mailsTo(api.pool, creator)).toEqual([])
      await tickAt(10)
      const event = await api.pool.query(`select actor_id, move from events where entity_id = $1`, [
        id,
      ])
      expect(event.rows).toEqual([{ actor_id: project.seller.id, move: 'reject' }])
      expect(await mailsTo(api.pool, creator)).toHaveLength(1)
    }
  })

  test('cannot be undone by the creator, another seller or anyone signed out, nor if nothing was rejected', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    await answer(project.seller, 'reject', id)
    expectRefusal(await undo(creator, id), 'request.sellers_only')
    expectRefusal(await undo(await buildSeller(api.pool), id), 'request.not_found')
    expectRefusal(await undo(null, id), 'request.unauthenticated')
    expect((await undo(project.seller, id)).status).toBe(200)
    const other = await buildApplication(api.pool, { project })
    await answer(project.seller, 'accept', id)
    expectRefusal(await undo(project.seller, id), 'application.already_answered')
    expectRefusal(await undo(project.seller, other.id), 'application.already_answered')
  })

  test('is refused for an accepted application, and for one rejected because another was accepted', async () => {
    const project = await buildProject(api.pool)
    const chosen = await buildApplication(api.pool, { project })
    const other = await buildApplication(api.pool, { project })
    await answer(project.seller, 'accept', chosen.id)
    expectRefusal(await answer(project.seller, 'reject', chosen.id), 'application.already_answered')
    expectRefusal(await answer(project.seller, 'reject', other.id), 'application.already_answered')
  })

  test('concurrent with accepting: one succeeds, and the other gets a 409', async () => {
    const project = await buildProject(api.pool)
    const { id } = await buildApplication(api.pool, { project })
    const replies = await Promise.all([
      answer(project.seller, 'reject', id),
      answer(project.seller, 'accept', id),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('undone just as it takes effect ends as either pending or rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      api.setNow(NOW)
      const project = await buildProject(api.pool)
      const { id, creator } = await buildApplication(api.pool, { project })
      await answer(project.seller, 'reject', id)
      const [undone] = await Promise.all([
        undo(project.seller, id),
        countDueRejection(api.deps, id, inSeconds(10)),
      ])
      const status = await statusOf(id)
      expect([undone.status, status]).toEqual(
        status === 'pending' ? [200, 'pending'] : [409, 'rejected'],
      )
      expect(await mailsTo(api.pool, creator)).toHaveLength(status === 'pending' ? 0 : 1)
    }
  })
})
