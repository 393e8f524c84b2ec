import type { OperatorProject } from '#contract/operator-project-schemas.ts'
import styles from './Console.module.css'
import { amendmentColumns } from './amendment-columns.tsx'
import { offerColumns } from './offer-columns.tsx'
import { orderFacts } from './order-facts.tsx'
import { Facts } from './RecordCells.tsx'
import { RecordTable } from './RecordTable.tsx'

interface Props {
  project: Pick<OperatorProject, 'orders' | 'offers' | 'amendments'>
}

/** What was ordered, offered and changed in a project, in that order. */
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
      {project.offers.length > 0 ? (
        <section className={styles.section}>
          <div className="sec-head">
            <h2>Offers</h2>
          </div>
          <RecordTable
            label="Offers"
            columns={offerColumns}
            rows={project.offers}
            keyOf={({ id }) => id}
          />
        </section>
      ) : null}
      {project.amendments.length > 0 ? (
        <section className={styles.section}>
          <div className="sec-head">
            <h2>Changes</h2>
          </div>
          <RecordTable
            label="Changes"
            columns={amendmentColumns}
            rows={project.amendments}
            keyOf={({ id }) => id}
          />
        </section>
      ) : null}
    </>
  )
}
