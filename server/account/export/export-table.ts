import type { Statement } from '#server/db/sql.ts'

/** One list of the export: its name and rows. */
export interface ExportTable {
  name: string
  of: (userId: string) => Statement
}
