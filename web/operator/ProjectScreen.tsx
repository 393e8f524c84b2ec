import { ProjectBrief } from '#web/briefs/ProjectBrief.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { OperatorProject } from '#contract/operator-record-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePageHead } from '#web/page/head.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { plainWord } from './console-words.ts'
import { EventTable } from './EventTable.tsx'
import { agreedFacts } from './agreed-facts.ts'
import { amendmentColumns } from './amendment-columns.tsx'
import { offerColumns } from './offer-columns.tsx'
import { orderFacts } from './order-facts.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { Facts, PersonLink } from './RecordCells.tsx'
import { RecordTable } from './RecordTable.tsx'

/** One project with its payments and all that happened in it. */
export function ProjectScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...apiQuery('operator.project', { params: { id } }), staleTime: 0 })
  return (
    <Loaded query={query} pending={<Loading />}>
      {(project) => <ProjectPage project={project} />}
    </Loaded>
  )
}

function ProjectPage({ project }: { project: OperatorProject }) {
  usePageHead({ title: project.title })
  const { seller, creator } = project
  return (
    <>
      <Link className={`link ${styles.crumb}`} to={consolePaths.projects}>
        <ChevronLeft size={16} aria-hidden="true" />
        Projects
      </Link>
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{project.title}</h1>
            <StatusBadge kind="project" status={project.status} />
          </div>
          <span className={styles.id}>{project.id}</span>
        </div>
      </div>
      <Facts
        facts={[
          { name: 'Brand', value: <PersonLink person={seller} /> },
          { name: 'Creator', value: creator ? <PersonLink person={creator} /> : 'No one yet' },
          { name: 'Budget', value: formatUsd(project.budget) },
          ...agreedFacts(project),
          { name: 'Deadline', value: <Time value={project.deadline} /> },
          { name: 'Category', value: plainWord(project.category) },
          { name: 'Created', value: <Time value={project.created_at} exact /> },
          { name: 'Applications', value: project.applications },
          { name: 'Deliverables', value: project.deliverables },
        ]}
      />
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Description</h2>
        </div>
        <p className={styles.words}>{project.description}</p>
        {project.product_details ? <p className={styles.words}>{project.product_details}</p> : null}
        {project.brief ? (
          <ProjectBrief brief={project.brief} rounds={project.rounds?.agreed} />
        ) : null}
      </section>
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Payments</h2>
        </div>
        {project.payments.length === 0 ? (
          <p className="muted">No payment yet.</p>
        ) : (
          <RecordTable
            label="Payments"
            columns={paymentColumns}
            rows={project.payments}
            keyOf={({ id }) => id}
          />
        )}
      </section>
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
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Timeline</h2>
        </div>
        <EventTable label="Timeline" events={project.events} />
      </section>
    </>
  )
}
