import type { Statement } from '#server/db/sql.ts'
import type { AddressSeal } from '#server/shipping/record/address-seal.ts'

/** A row of an export: values by column. */
export type ExportRow = Record<string, unknown>

/** One list of the export: its name and rows. */
export interface ExportTable {
  name: string
  of: (userId: string) => Statement
  /** Values that are stored sealed are exported unsealed. */
  open?: (row: ExportRow, seal: AddressSeal) => ExportRow
}
