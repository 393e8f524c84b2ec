import { createAuthContext } from '#server/auth/service/auth-context.ts'
import { openSession, sessionAnswer } from '#server/auth/sessions/sessions.ts'
import { lockUser } from '#server/auth/records/user-store.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createLog } from '#server/logging/log.ts'

/** A signed-in person, and a conversation that is theirs and no one else's here. */
export interface Person {
  id: string
  /** A real access token of a real session. */
  token: string
  conversationId: string
}

/**
 * Signs people in as the product does, except for comparing a password: one for each connection, alternating between
 * sellers and creators. `env` is that of the server under test: it seals the signing key.
 */
export async function signInPeople(
  env: Record<string, string>,
  databaseUrl: string,
  count: number,
): Promise<Person[]> {
  const pool = createPool(databaseUrl, 1)
  const found = await talkers(pool, count)
  await pool.end()
  const tokens = await signInAs(
    env,
    databaseUrl,
    found.map(({ id }) => id),
  )
  return found.map(({ id, conversation_id: conversationId }) => ({
    id,
    conversationId,
    token: tokens.get(id) ?? '',
  }))
}

/** Opens a session for each of the given people and returns their access tokens by their ids. */
export async function signInAs(
  env: Record<string, string>,
  databaseUrl: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const config = readConfig({ ...env, DATABASE_URL: databaseUrl })
  const pool = createPool(databaseUrl, 2)
  try {
    const clock = () => new Date()
    const auth = createAuthContext({ config, pool, log: createLog('silent'), clock })
    const tokens = new Map<string, string>()
    for (const id of new Set(ids)) {
      const now = clock()
      const open = await inTransaction(pool, async (tx) => {
        const user = await lockUser(tx, id)
        if (user === null) throw new Error(`nobody has the id ${id}`)
        const client = { ip: '127.0.0.1', userAgent: 'bench' }
        return openSession(auth, tx, user, { method: 'password', client }, now)
      })
      tokens.set(id, (await sessionAnswer(auth, open, now)).access_token)
    }
    return tokens
  } finally {
    await pool.end()
  }
}

/** People from different conversations, each person once. */
const talkers = (pool: Pool, count: number) =>
  rows<{ id: string; conversation_id: string }>(
    pool,
    sql`select distinct on (talker.id) talker.id, talker.conversation_id
      from (select id as conversation_id,
          case when row_number() over (order by id) % 2 = 0 then seller_id else creator_id end as id
        from conversations) talker
      order by talker.id limit ${count}`,
  )
