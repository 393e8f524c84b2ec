import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, oneRow, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import type { Call } from '#tests/support/during-deletion.ts'
import { buildLicence } from '#tests/support/licences.ts'
import { buildReport } from '#tests/support/reports.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

interface Begun {
  leaves: BuiltUser
  stays: BuiltUser
  /** Begins something once the deletion has ended what was open, and before it locks the person. */
  begin: Call
  /** Holds the row of what was begun, and then waits for the person who leaves. */
  answer: Call
  status: () => Promise<string>
}

const BEGUN: Record<string, () => Promise<Begun>> = {
  'an extension of a licence': async () => {
    const { seller, creator, project, application } = await buildDeal(api.pool)
    const licence = await buildLicence(api.pool, { application })
    await execute(
      api.pool,
      sql`update licences set ends_on = current_date + 90 where id = ${licence.id}`,
    )
    const id = randomUUID()
    return {
      leaves: seller,
      stays: creator,
      begin: () =>
        api.call(seller, 'extensions.make', {
          params: { id: project.id },
          body: { id, months: 6, price: 120 },
        }),
      answer: () => api.call(creator, 'extensions.accept', { params: { id } }),
      status: () => statusIn(sql`select status from licence_extensions where id = ${id}`),
    }
  },
  'a change of a deal': async () => {
    const { seller, creator, project } = await buildDeal(api.pool)
    const id = randomUUID()
    return {
      leaves: creator,
      stays: seller,
      begin: () =>
        api.call(seller, 'amendments.propose', {
          params: { id: project.id },
          body: { id, deliver_by: '2999-02-01' },
        }),
      answer: () => api.call(seller, 'amendments.withdraw', { params: { id } }),
      status: () => statusIn(sql`select status from amendments where id = ${id}`),
    }
  },
}
const statusIn = async (read: Statement) =>
  (await oneRow<{ status: string }>(api.pool, read)).status

/** The number of sessions that wait for one that waits. */
const waitingForWaiting = async () =>
  (
    await rows(
      api.pool,
      sql`select distinct waiting.pid from pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) blocking
        where datname = current_database() and cardinality(pg_blocking_pids(blocking)) > 0`,
    )
  ).length

test.each(Object.entries(BEGUN))(
  '%s that begins while an account is deleted, and is answered then, fails neither and stays open in no case',
  async (_, prepare) => {
    const { leaves, stays, begin, answer, status } = await prepare()
    const report = await buildReport(api.pool, {
      reporter: await buildSeller(api.pool),
      about: leaves,
    })
    let leaving: Promise<void> | undefined
    let reply: ReturnType<Call> | undefined
    const waiting = () => waitingForLocks(api.pool)
    await inTransaction(api.pool, async (answering) => {
      await inTransaction(api.pool, async (deciding) => {
        // A deletion locks reports after it has ended what is open, and before the person.
        await execute(deciding, sql`select from reports where id = ${report.id} for update`)
        leaving = deleteAccount(api, leaves)
        await expect.poll(waiting).toBe(1)
        expect((await begin()).status).toBeLessThan(300)
        await execute(answering, sql`select from profiles where id = ${stays.id} for update`)
        reply = answer()
        await expect.poll(waiting).toBe(2)
      })
      // The deletion goes on, and waits for the answer, which waits itself.
      await expect.poll(waitingForWaiting).toBe(1)
    })
    await leaving
    expect((await reply)?.status).toBe(200)
    expect(['withdrawn', 'closed']).toContain(await status())
  },
)
