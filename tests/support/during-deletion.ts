import { expect } from 'vitest'
import { execute, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { TestApi } from './api.ts'
import type { BuiltUser } from './builders.ts'
import { deleteAccount } from './deleted-accounts.ts'
import { waitingForLocks } from './lock-waiters.ts'

/** A call that is made while an account is being deleted. */
export type Call = () => Promise<{ status: number; body: unknown }>

/**
 * Deletes an account, and makes a call that begins once the deletion holds its locks: a row that the deletion removes is
 * held until the call waits for the deletion.
 */
export async function duringDeletionOf(
  api: TestApi,
  person: BuiltUser,
  call: Call,
  held?: Statement,
) {
  let leaving: Promise<void> | undefined
  let reply: ReturnType<Call> | undefined
  const row = held ?? (await searchOf(api, person))
  await inTransaction(api.pool, async (tx) => {
    await execute(tx, row)
    leaving = deleteAccount(api, person)
    await expect.poll(() => waitingForLocks(api.pool)).toBe(1)
    reply = call()
    await expect.poll(() => waitingForLocks(api.pool)).toBe(2)
  })
  await leaving
  return reply
}

/** A search that the person saved earlier, to be locked: a deletion removes it late. */
async function searchOf(api: TestApi, { id: personId }: BuiltUser): Promise<Statement> {
  const { id } = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into saved_searches (user_id, about, q, created_at)
      values (${personId}, 'projects', 'mug', now()) returning id`,
  )
  return sql`select from saved_searches where id = ${id} for update`
}

/** The tables with a row that contains a word that was typed. */
export async function tablesWith(api: TestApi, typed: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    api.pool,
    sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found = await Promise.all(
    tables.map(({ name }) =>
      rows(
        api.pool,
        sql`select 1 from ${raw(name)} typed where typed::text like ${`%${typed}%`} limit 1`,
      ),
    ),
  )
  return tables.flatMap(({ name }, place) => ((found[place] ?? []).length > 0 ? [name] : []))
}
