import { stringify } from 'csv-stringify/sync'
import type { Queryable } from '#server/db/pool.ts'
import { rows } from '#server/db/sql.ts'
import { AGREEMENT_TABLES } from './agreement-tables.ts'
import type { AddressSeal } from '#server/shipping/record/address-seal.ts'
import type { ExportRow, ExportTable } from './export-table.ts'
import { MONEY_TABLES } from './money-tables.ts'
import { PERSON_TABLES } from './person-tables.ts'
import { RECORD_TABLES } from './record-tables.ts'
import { WORK_TABLES } from './work-tables.ts'

/** Lists all tables of a person's export, in the order of the archive. */
export const EXPORT_TABLES: readonly ExportTable[] = [
  ...PERSON_TABLES,
  ...AGREEMENT_TABLES,
  ...WORK_TABLES,
  ...MONEY_TABLES,
  ...RECORD_TABLES,
]

/** Yields the lists one at a time; none is held in memory. */
export async function* exportedTables(
  db: Queryable,
  userId: string,
  seal: AddressSeal,
): AsyncGenerator<{ name: string; json: string; csv: string }> {
  for (const { name, of, open } of EXPORT_TABLES) {
    const stored = await rows<ExportRow>(db, of(userId))
    const found = open === undefined ? stored : stored.map((row) => open(row, seal))
    yield { name, json: `${JSON.stringify(found, null, 2)}\n`, csv: csvOf(found) }
  }
}

/**
 * Writes RFC 4180 CSV with the column names first, or nothing when there are no rows. A cell that a spreadsheet would
 * read as a formula is marked as text.
 */
export function csvOf(found: readonly ExportRow[]): string {
  return stringify([...found], {
    header: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // The library quotes only its own record delimiter, but a lone line feed would end the record just the same.
    quoted_match: /[\r\n]/,
    cast: { boolean: String },
  })
}
