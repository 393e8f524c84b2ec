import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { ReportDetail } from '#contract/report-schemas.ts'
import { WAITING_REPORTS } from '#contract/reports.ts'
import { paths } from '#contract/paths.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePageHead } from '#web/page/head.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { LoadedRecord } from './LoadedRecord.tsx'
import { Facts, PersonLink } from './RecordCells.tsx'
import { RecordTable } from './RecordTable.tsx'
import { ReportActs } from './ReportActs.tsx'
import { ReportBadge, reportTitle, sanctionColumns } from './report-cells.tsx'

const BACK = <BackLink to={consolePaths.reports}>Reports</BackLink>

/** One report: what was seen, who it is about, earlier decisions about them, and the possible acts. */
export function ReportScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...apiQuery('operator.report', { params: { id } }), staleTime: 0 })
  return (
    <LoadedRecord query={query} title="Report" back={BACK}>
      {(report) => <ReportPage report={report} />}
    </LoadedRecord>
  )
}

function ReportPage({ report }: { report: ReportDetail }) {
  const title = reportTitle(report)
  usePageHead({ title })
  const isWaiting = (WAITING_REPORTS as readonly string[]).includes(report.status)
  return (
    <>
      {BACK}
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{title}</h1>
            <ReportBadge status={report.status} />
          </div>
          <span className={styles.id}>{report.id}</span>
        </div>
      </div>
      <Facts facts={factsOf(report)} />
      <section className={styles.section} aria-labelledby="report-seen">
        <div className="sec-head">
          <h2 id="report-seen">What was reported</h2>
        </div>
        {report.picture === null ? null : (
          <div className={styles.reportedPicture}>
            <Picture src={report.picture} sizes="240px" alt="The reported picture" />
          </div>
        )}
        <blockquote className={`quote ${styles.reported}`}>{report.seen}</blockquote>
        <p className="sm muted">As it was when it was reported.</p>
        {report.body === '' ? null : (
          <>
            <h3 className={styles.reportedBy}>What the reporter says</h3>
            <blockquote className={`quote ${styles.reported}`}>{report.body}</blockquote>
          </>
        )}
        {report.also.map((one) => (
          <div key={one.id}>
            <h3 className={styles.reportedBy}>
              {one.reporter === null ? 'Deleted account' : one.reporter.name} reported it, too
            </h3>
            <blockquote className={`quote ${styles.reported}`}>
              {reportTitle(one)}
              {one.body === '' ? '' : `\n${one.body}`}
            </blockquote>
          </div>
        ))}
      </section>
      {isWaiting ? <ReportActs report={report} /> : null}
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Decisions about this person</h2>
        </div>
        {report.history.length === 0 ? (
          <p className="muted">Nothing was decided about them before.</p>
        ) : (
          <RecordTable
            label="Decisions about this person"
            columns={sanctionColumns}
            rows={report.history}
            keyOf={({ id }) => id}
          />
        )}
      </section>
    </>
  )
}

const factsOf = (report: ReportDetail) => [
  { name: 'About', value: <PersonLink person={report.person} /> },
  {
    name: 'Where',
    value:
      report.project_id === null ? (
        <Link className={styles.name} to={paths.publicProfile(report.person.id)}>
          Public profile
        </Link>
      ) : (
        <Link className={styles.name} to={consolePaths.project(report.project_id)}>
          Project
        </Link>
      ),
  },
  ...(report.licence_code === null
    ? []
    : [
        {
          name: 'Licence',
          value: (
            <Link className={styles.name} to={paths.licence(report.licence_code)}>
              {report.licence_code}
            </Link>
          ),
        },
      ]),
  {
    name: 'Reported by',
    value: report.reporter === null ? 'Deleted account' : <PersonLink person={report.reporter} />,
  },
  { name: 'Reported', value: <Time value={report.created_at} exact /> },
  { name: 'Taken by', value: report.handled_by ?? 'No one' },
  {
    name: 'Closed',
    value: report.closed_at === null ? 'Not yet' : <Time value={report.closed_at} exact />,
  },
]
