import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'

/** A certificate's number if it has no document yet; null when every document is drawn, or nothing is signed. */
export const undrawn = async (db: Queryable, licenceId: string): Promise<number | null> =>
  (
    await maybeRow<{ number: number }>(
      db,
      sql`select number from licence_certificates certificates where licence_id = ${licenceId}
          and number = (select max(number) from licence_certificates where licence_id = ${licenceId})
          and not exists (select from licence_documents documents
            where documents.licence_id = certificates.licence_id and documents.number = certificates.number)`,
    )
  )?.number ?? null

/** Stores a document. A certificate keeps its first one. */
export const keepDocument = (
  db: Queryable,
  { licenceId, number, pdf }: { licenceId: string; number: number; pdf: Buffer },
) =>
  execute(
    db,
    sql`insert into licence_documents (licence_id, number, sha256, pdf)
      values (${licenceId}, ${number}, ${createHash('sha256').update(pdf).digest('hex')}, ${pdf})
      on conflict do nothing`,
  )

/** The newest document of the licence with this code; null until one was drawn. */
export const documentByCode = async (db: Queryable, code: string): Promise<Buffer | null> =>
  (
    await maybeRow<{ pdf: Buffer }>(
      db,
      sql`select pdf from licence_documents join licences on licences.id = licence_id
        where code = ${code} order by number desc limit 1`,
    )
  )?.pdf ?? null
