import type { DealDispute } from '#contract/dispute-schemas.ts'
import type { DisputeSide } from '#contract/disputes.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Dispute.module.css'
import { decisionLines } from './dispute-words.ts'
import { StatementFiles } from './StatementFiles.tsx'

/** The reader's names for each side. */
export type SideNames = Record<DisputeSide, string>

/** Both sides' statements, oldest first. */
export function Statements({ dispute, names }: { dispute: DealDispute; names: SideNames }) {
  if (dispute.statements.length === 0) return null
  return (
    <ul className={styles.statements} aria-label="Statements">
      {dispute.statements.map((one) => (
        <li key={one.id} className="quote">
          <span className="by">
            {names[one.by]} · <Time value={one.created_at} exact />
          </span>
          <span className={styles.said}>{one.content}</span>
          <StatementFiles files={one.files} />
        </li>
      ))}
    </ul>
  )
}

/** The decision: where the money goes, to the cent, and why. Renders nothing before there is one. */
export function DecisionCard({
  dispute,
  creatorName,
}: {
  dispute: DealDispute
  creatorName: string
}) {
  if (dispute.decision === null) return null
  return (
    <div className={styles.decision}>
      <h4>Decision</h4>
      <dl className={styles.shares}>
        {decisionLines(dispute, creatorName).map(({ to, amount }) => (
          <div key={to}>
            <dt>{to}</dt>
            <dd className="num strong">{amount}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.said}>{dispute.decision.reason}</p>
    </div>
  )
}
