import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/db/transaction.ts'
import { insertUser, type UserRow } from './user-store.ts'

/**
 * Does the work of a request for an account that is then undone, so that the time a request takes does not
 * tell whether its address exists. Answers what the work answered.
 */
export async function pretend<T>(
  tx: Tx,
  now: Date,
  work: (nobody: UserRow) => Promise<T>,
): Promise<T> {
  await tx.query('savepoint pretence')
  const email = `${randomUUID()}@invalid`
  const nobody = await insertUser(
    tx,
    { id: randomUUID(), email, passwordHash: null, userMetadata: {} },
    now,
  )
  if (nobody === null) throw new Error('a random address was taken')
  const answer = await work(nobody)
  await tx.query('rollback to savepoint pretence')
  return answer
}

/** Does the work for `user`, or for nobody where there is none: the same statements either way. */
export async function evenly(
  tx: Tx,
  now: Date,
  user: UserRow | null,
  work: (account: UserRow) => Promise<void>,
): Promise<void> {
  if (user === null) return pretend(tx, now, work)
  await pretend(tx, now, () => Promise.resolve())
  return work(user)
}
