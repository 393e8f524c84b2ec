import type { Pool } from '#server/db/pool.ts'
import { rewriteHistory } from './backdate.ts'
import { DEMO_OPERATOR } from './cast.ts'
import { PEOPLE } from '#scripts/demo/market/market.ts'

/** Removes an interrupted demo first. Throws when anyone else has signed up in the meantime. */
export async function clearHalfADemo(pool: Pool): Promise<void> {
  const cast = [...PEOPLE, DEMO_OPERATOR].map((person) => person.email)
  const others = await pool.query('select 1 from auth.users where email <> all($1)', [cast])
  if (others.rowCount !== 0)
    throw new Error('other people have signed up, so the demo data stays half filled in')
  // Every table except those that migrations and the configuration filled, so that a new table is not forgotten here.
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' and tablename not in ('schema_migrations', 'fee_terms')`,
  )
  await rewriteHistory(pool, async (tx) => {
    await tx.query(`truncate ${tables.rows.map(({ name }) => name).join(', ')} cascade`)
    await tx.query('delete from auth.users')
    await tx.query('delete from graphile_worker._private_jobs')
  })
}
