import { expect } from 'vitest'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { TestApi } from './api.ts'

const PASSWORD = 'correct horse'

/** Deletes an account as its owner does, with the password that it gets first. */
export async function deleteAccount(api: TestApi, person: { id: string }): Promise<void> {
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await execute(
    api.pool,
    sql`update auth.users set password_hash = ${hash} where id = ${person.id}`,
  )
  const { status } = await api.call(person, 'account.delete', { body: { password: PASSWORD } })
  expect(status).toBe(200)
}
