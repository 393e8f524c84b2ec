import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { OperatorProject } from '#contract/operator-project-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePageHead } from '#web/page/head.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { LoadedRecord } from './LoadedRecord.tsx'
import { plainWord } from './console-words.ts'
import { EventTable } from './EventTable.tsx'
import { agreedFacts } from './agreed-facts.tsx'
import { hiringFacts } from './hiring-facts.tsx'
import { listingWords } from './listing-words.ts'
import { paymentColumns } from './payment-columns.tsx'
import { Facts, PersonLink } from './RecordCells.tsx'
import { RecordTable } from './RecordTable.tsx'

const ListingDeals = lazyComponent(
  async () => (await import('./ListingDeals.tsx')).ListingDeals,
  <Loading />,
  'nobody',
)

const Deliveries = lazyComponent(
  async () => (await import('./Deliveries.tsx')).Deliveries,
  <Loading />,
  'nobody',
)
const NegotiatedTerms = lazyComponent(
  async () => (await import('./NegotiatedTerms.tsx')).NegotiatedTerms,
  <Loading />,
  'nobody',
)
const ProjectBrief = lazyComponent(
  async () => (await import('#web/briefs/ProjectBrief.tsx')).ProjectBrief,
  <Loading />,
  'nobody',
)

const BACK = <BackLink to={consolePaths.projects}>Projects</BackLink>

/** One project with its payments and everything that happened in it. */
export function ProjectScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...apiQuery('operator.project', { params: { id } }), staleTime: 0 })
  return (
    <LoadedRecord query={query} title="Project" back={BACK}>
      {(project) => <ProjectPage project={project} />}
    </LoadedRecord>
  )
}

function ProjectPage({ project }: { project: OperatorProject }) {
  usePageHead({ title: project.title })
  const { seller, creator } = project
  return (
    <>
      {BACK}
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
          // Each of several creators has their own deal.
          ...(project.hiring === null
            ? [{ name: 'Creator', value: creator ? <PersonLink person={creator} /> : 'No one yet' }]
            : []),
          {
            name: project.hiring === null ? 'Budget' : listingWords.budget,
            value: formatUsd(project.budget),
          },
          ...hiringFacts(project),
          ...agreedFacts(project),
          { name: 'Deadline', value: <Time value={project.deadline} /> },
          { name: 'Category', value: plainWord(project.category) },
          { name: 'Created', value: <Time value={project.created_at} exact /> },
          { name: 'Applications', value: project.applications },
          ...(project.hiring === null
            ? [{ name: 'Deliverables', value: project.deliverables }]
            : []),
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
      {project.hiring === null ? null : <ListingDeals listingId={project.id} />}
      {project.hiring !== null && project.payments.length === 0 ? null : (
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
      )}
      {project.deliverables > 0 ? <Deliveries project={project} /> : null}
      {hasTerms(project) ? <NegotiatedTerms project={project} /> : null}
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Timeline</h2>
        </div>
        <EventTable label="Timeline" events={project.events} />
      </section>
    </>
  )
}

const hasTerms = ({ orders, offers, amendments }: OperatorProject) =>
  orders.length + offers.length + amendments.length > 0
