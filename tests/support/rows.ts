import { createPool } from '#server/db/pool.ts'
import type { Stack } from './servers.ts'

/** Sends a statement and returns its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** Looks into a running stack's database, for what no screen shows. */
export async function databaseOf<T>(
  stack: Pick<Stack, 'databaseUrl'>,
  look: (query: Query) => Promise<T>,
): Promise<T> {
  const pool = createPool(stack.databaseUrl, 1)
  try {
    return await look(
      async <Row extends object>(text: string, values?: unknown[]) =>
        (await pool.query<Row>(text, values)).rows,
    )
  } finally {
    await pool.end()
  }
}

/** Makes a person's sign-ins two hours older, so that none of their proofs is fresh. */
export const ageSignIn = (stack: Pick<Stack, 'databaseUrl'>, { email }: { email: string }) =>
  databaseOf(stack, (query) =>
    query(
      `update auth.sessions set amr = (select jsonb_agg(jsonb_set(entry, '{timestamp}',
          to_jsonb((entry ->> 'timestamp')::bigint - 7200))) from jsonb_array_elements(amr) entry)
        where user_id = (select id from auth.users where email = $1)`,
      [email],
    ),
  )
