import type { OwnTemplate } from '#contract/brief-schemas.ts'
import { BRIEF_LIMITS } from '#contract/briefs.ts'
import type { BriefRow } from '#server/briefs/brief-store.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

const columns = raw('id, name, brief, created_at')

export const templatesOf = (db: Queryable, sellerId: string) =>
  rows<OwnTemplate>(
    db,
    sql`select ${columns} from brief_templates where seller_id = ${sellerId}
      order by name limit ${raw(String(BRIEF_LIMITS.templates))}`,
  )

export const templateNamed = (tx: Tx, sellerId: string, name: string) =>
  maybeRow<OwnTemplate & { hash: string }>(
    tx,
    sql`select ${columns}, hash from brief_templates where seller_id = ${sellerId} and name = ${name}`,
  )

export const countTemplates = (tx: Tx, sellerId: string) =>
  oneRow<{ count: number }>(
    tx,
    sql`select count(*) as count from brief_templates where seller_id = ${sellerId}`,
  )

export const insertTemplate = (
  tx: Tx,
  sellerId: string,
  { name, brief, hash }: { name: string } & Pick<BriefRow, 'brief' | 'hash'>,
  now: Date,
) =>
  oneRow<OwnTemplate>(
    tx,
    sql`insert into brief_templates (seller_id, name, brief, hash, created_at)
      values (${sellerId}, ${name}, ${JSON.stringify(brief)}::jsonb, ${hash}, ${now}) returning ${columns}`,
  )

/** Removes one of a brand's own templates and returns the number of rows removed. */
export const deleteTemplate = (db: Queryable, sellerId: string, id: string) =>
  execute(db, sql`delete from brief_templates where id = ${id} and seller_id = ${sellerId}`)
