import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import styles from './RecordTable.module.css'

/** One column: its header, and what it shows of a row. The first column names the row. */
export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned, and so are actions, which have no header. Names of people stay on one line. */
  kind?: 'number' | 'acts' | 'wide' | 'person'
}

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Rows of records: a dense table; on phones one card per row, in which every value carries its column's name. */
export function RecordTable<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={cx(kind === 'number' && styles.number)}>
                {kind === 'acts' ? <span className="sr">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, kind }, at) => (
                <td
                  key={name}
                  data-name={at === 0 || kind === 'acts' ? undefined : name}
                  className={cx(
                    kind === 'number' && styles.number,
                    kind === 'acts' && styles.acts,
                    kind === 'wide' && styles.wide,
                    kind === 'person' && styles.person,
                  )}
                >
                  <div className={styles.value}>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
