import { maybeRow, raw, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'

/**
 * Locks a person's own profile until the transaction ends: what they do under this lock happens one at a time, so that
 * limits can be counted. Waits for a deletion of the account that is under way, and then throws
 * request.unauthenticated: the deletion has already removed what they wrote, so a new row would stay behind.
 */
export const lockOwnProfile = (tx: Tx, id: string): Promise<void> =>
  own(tx, sql`select from profiles where id = ${id} ${exists} for no key update`)

/** The same, but only a deletion waits: a person's other transactions can hold this lock as well. */
export const keepOwnProfile = (tx: Tx, id: string): Promise<void> =>
  own(tx, sql`select from profiles where id = ${id} ${exists} for key share`)

/** Not deleted. Someone who was banned a moment ago still has an account. */
const exists = raw('and profiles.shown_from is not null')

async function own(tx: Tx, select: Statement): Promise<void> {
  if ((await maybeRow(tx, select)) === null) throw new AppError('request.unauthenticated')
}
