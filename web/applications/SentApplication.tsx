import type { Application } from '#contract/application-schemas.ts'
import type { ApplicationStatus } from '#contract/applications.ts'
import { formatUsd } from '#contract/money.ts'
import { Button } from '#web/ui/Button.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Application.module.css'

/** SPEC §4: the label of the creator's button once an application exists. */
const ANSWERED: Record<ApplicationStatus, string> = {
  pending: 'Application Pending',
  accepted: 'Application Accepted',
  rejected: 'Application Rejected',
}

/** What a creator sent, and the answer to it. */
export function SentApplication({ application }: { application: Application }) {
  return (
    <>
      <p className="sm muted">
        Sent <Time value={application.created_at} exact />
      </p>
      <p className={`quote ${styles.sent}`}>{application.message}</p>
      <div className="row between">
        <span className="muted">Proposed price</span>
        <span className={styles.bid}>{formatUsd(application.first_price)}</span>
      </div>
      {application.first_price === application.proposed_price ? null : (
        <div className="row between">
          <span className="muted">Agreed price</span>
          <span className="num">{formatUsd(application.proposed_price)}</span>
        </div>
      )}
      {application.reject_note ? <p className="quote">Answer: {application.reject_note}</p> : null}
      <Button variant="primary" className={styles.submit} disabled>
        {ANSWERED[application.status]}
      </Button>
    </>
  )
}
