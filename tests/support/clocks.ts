import { afterAll, afterEach, beforeAll } from 'vitest'
import { clockTasks } from '#server/clock-tasks.ts'
import { DAY_MS } from '#server/clocks/days.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from './api.ts'
import { type BuiltUser, type buildDeal, buildDeliverable, buildPayment } from './builders.ts'
import { noticesOf } from './recorded.ts'

/** The moment at which everything is handed in, sent or written where clocks are tested. A Monday. */
export const START = new Date('2031-03-03T10:00:00Z')
export const after = (days: number) => new Date(START.getTime() + days * DAY_MS)

export type Deal = Awaited<ReturnType<typeof buildDeal>>

/**
 * For one test file: an API of its own, clocks that can be run at any moment, and what they may have done. What one
 * test leaves waiting is not due in another test's week.
 */
export function useClocks() {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())
  afterEach(async () => {
    api.deps.config.reviewWindowOutcome = 'approve'
    await execute(
      api.pool,
      sql`update projects set status = 'cancelled' where status <> 'cancelled'`,
    )
  })

  return {
    /** The API, once the file's tests are running. */
    get api() {
      return api
    },

    /** Runs the clocks once, this many days after START. */
    async lookAt(days: number): Promise<void> {
      api.setNow(after(days))
      await clockTasks(api.deps)['clocks.tick']({})
    },

    /** Work handed in at START. Returns the deliverable's id. */
    async delivered(deal: Deal, version = 1): Promise<string> {
      const { id } = await buildDeliverable(api.pool, { application: deal.application, version })
      await execute(
        api.pool,
        sql`update deliverables set created_at = ${START}, viewable_at = ${START} where id = ${id}`,
      )
      return id
    },

    /** Money held for a deal, paid in at START. Returns the payment's id. */
    async funded(deal: Deal, disputed = false): Promise<string> {
      const { id } = await buildPayment(api.pool, { application: deal.application })
      await execute(
        api.pool,
        sql`update payments set status = 'held_in_escrow', funded_at = ${START}, stripe_charge_id = ${`ch_${id}`},
            disputed = ${disputed}, dispute_outcome = ${disputed ? 'open' : null} where id = ${id}`,
      )
      return id
    },

    async statusOf(deliverableId: string) {
      const { status } = await oneRow<{ status: string }>(
        api.pool,
        sql`select status from deliverables where id = ${deliverableId}`,
      )
      return status
    },

    async movingOf(paymentId: string) {
      const { moving } = await oneRow<{ moving: string | null }>(
        api.pool,
        sql`select moving from payments where id = ${paymentId}`,
      )
      return moving
    },

    /** Who ordered the money out, one entry per order. */
    orders: (paymentId: string) =>
      rows(
        api.pool,
        sql`select actor_id from events where entity_id = ${paymentId} and move = 'order_release'`,
      ),

    /** The answers to a delivery, oldest first. */
    answers: (id: string) =>
      rows<{ move: string; actor_id: string | null }>(
        api.pool,
        sql`select move, actor_id from events where entity = 'deliverable' and entity_id = ${id} order by id`,
      ),

    /** The names of the notices a person received, oldest first. */
    noticesOf: (person: BuiltUser) => noticesOf(api.pool, person),

    /** The refetch notifications that open pages about a project received, and whose pages they were. */
    async refreshed(projectId: string) {
      const jobs = await rows<{ payload: { user_ids: string[]; topics: string[] } }>(
        api.pool,
        sql`select payload from graphile_worker._private_jobs jobs
          join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
          where tasks.identifier = 'realtime.changed' and payload ->> 'project_id' = ${projectId}
            and payload::jsonb -> 'topics' ? 'applications' order by jobs.id`,
      )
      return jobs.map(({ payload }) => payload)
    },

    /** What they read about it, newest first. */
    async sentences(person: BuiltUser) {
      const { body } = await api.call(person, 'notifications.list')
      return body.items.map(({ sentence }) => sentence)
    },
  }
}
