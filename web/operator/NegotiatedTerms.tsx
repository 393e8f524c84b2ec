import type { OperatorProject } from '#contract/operator-project-schemas.ts'
import styles from './Console.module.css'
import { amendmentColumns } from './amendment-columns.tsx'
import { offerColumns } from './offer-columns.tsx'
import { orderFacts } from './order-facts.tsx'
import { Facts } from './RecordCells.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'

interface Props {
  project: Pick<OperatorProject, 'orders' | 'offers' | 'amendments'>
}

/** The orders, offers and changes of a project, in that order. */
export function NegotiatedTerms({ project }: Props) {
  return (
    <>
      {project.orders.map((order) => (
        <section key={order.id} className={styles.section}>
          <div className="sec-head">
            <h2>Order of a package</h2>
          </div>
          <Facts facts={orderFacts(order)} />
        </section>
      ))}
      <Listed title="Offers" columns={offerColumns} rows={project.offers} />
      <Listed title="Changes" columns={amendmentColumns} rows={project.amendments} />
    </>
  )
}

interface ListedProps<Row> {
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** A section with a table; renders nothing where there is nothing to list. */
function Listed<Row extends { id: string }>({ title, columns, rows }: ListedProps<Row>) {
  if (rows.length === 0) return null
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>{title}</h2>
      </div>
      <RecordTable label={title} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </section>
  )
}
