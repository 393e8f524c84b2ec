import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/db/transaction.ts'
import type { AuthContext } from './auth-context.ts'
import { queueNobodysMail } from './auth-mails.ts'
import { setEmailAccount } from './email-identity.ts'
import { insertUser, type UserRow } from '#server/auth/records/user-store.ts'

/**
 * Does the work of a request for an account and rolls it back, so that neither the time it takes nor its statements
 * reveal whether an address exists. Returns the work's result.
 */
export async function pretend<T>(
  tx: Tx,
  now: Date,
  work: (nobody: UserRow) => Promise<T>,
): Promise<T> {
  return undone(tx, async () => {
    const email = `${randomUUID()}@invalid`
    const nobody = await insertUser(
      tx,
      { id: randomUUID(), email, passwordHash: null, userMetadata: {} },
      now,
    )
    if (nobody === null) throw new Error('a random address was taken')
    return work(nobody)
  })
}

/** Rolls the work back but keeps its result. */
export async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint pretence')
  const answer = await work()
  await tx.query('rollback to savepoint pretence')
  return answer
}

/** The rows of a new email account, for an account that already exists: created and rolled back. */
export function pretendNewAccount(tx: Tx, now: Date): Promise<void> {
  return pretend(tx, now, ({ id, email }) =>
    setEmailAccount(tx, { id, email: email ?? '', metadata: {}, data: {} }, now),
  )
}

/**
 * Does the work for `user`, or for no one: the same statements in both cases, and as many mails in the queue; those to
 * no one are discarded at the point of sending.
 */
export async function evenly(
  ctx: AuthContext,
  tx: Tx,
  now: Date,
  user: UserRow | null,
  work: (account: UserRow) => Promise<void>,
  mails = 1,
): Promise<void> {
  const toNobody = async () => {
    for (let sent = 0; sent < mails; sent += 1) await queueNobodysMail(tx, ctx)
  }
  if (user === null) {
    await pretend(tx, now, work)
    return toNobody()
  }
  await pretend(tx, now, toNobody)
  return work(user)
}
