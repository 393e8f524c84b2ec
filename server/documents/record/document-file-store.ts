import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'

/** The PDF of a document that someone requested. */
export const pdfOf = async (db: Queryable, documentId: string): Promise<Buffer | null> =>
  (
    await maybeRow<{ pdf: Buffer }>(
      db,
      sql`select pdf from document_files where document_id = ${documentId}`,
    )
  )?.pdf ?? null

/** Stores it for good: a second run would produce the same bytes. */
export const keepPdf = (db: Queryable, documentId: string, pdf: Buffer): Promise<number> =>
  execute(
    db,
    sql`insert into document_files (document_id, pdf, sha256)
      values (${documentId}, ${pdf}, ${createHash('sha256').update(pdf).digest('hex')}) on conflict do nothing`,
  )
