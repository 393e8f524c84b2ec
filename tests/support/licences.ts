import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { randomCode } from '#server/licences/record/licence-code.ts'
import type { BuiltApplication } from './builders.ts'

/** The hash that stands in for any terms in a test. */
const ANY_TERMS = '0'.repeat(64)

/** A granted licence of a deal, without files or a certificate. */
export async function buildLicence(
  db: Queryable,
  { application }: { application: BuiltApplication },
): Promise<{ id: string; code: string }> {
  await execute(
    db,
    sql`insert into licence_terms (hash, terms, sentence)
      values (${ANY_TERMS}, ${JSON.stringify(STANDARD_TERMS)}::jsonb, 'To use it.') on conflict do nothing`,
  )
  return oneRow<{ id: string; code: string }>(
    db,
    sql`insert into licences (code, project_id, application_id, terms_hash, seller_name, creator_name, granted_at)
      values (${randomCode()}, ${application.project_id}, ${application.id}, ${ANY_TERMS}, 'Harrow', 'Maya', now())
      returning id, code`,
  )
}

/** A licence extension that the brand proposed; the licence gets a last day. `price` in cents. */
export async function buildExtension(
  db: Queryable,
  licence: { id: string },
  { price = 12_000, months = 6 }: { price?: number; months?: number } = {},
): Promise<{ id: string }> {
  await execute(
    db,
    sql`update licences set ends_on = (granted_at + interval '6 months')::date where id = ${licence.id}`,
  )
  return oneRow<{ id: string }>(
    db,
    sql`insert into licence_extensions (id, licence_id, number, by, months, price, status, created_at, expires_at)
      values (gen_random_uuid(), ${licence.id}, 1, 'seller', ${months}, ${price}, 'proposed', now(), now() + interval '7 days')
      returning id`,
  )
}
