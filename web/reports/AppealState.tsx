import type { Sanction } from '#contract/report-schemas.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Decision.module.css'
import { decisionWords as words } from './decision-words.ts'

/** The state of an appeal: sent, answered, or never made and now too late. */
export function AppealState({ appeal }: { appeal: Sanction['appeal'] }) {
  const { status, body, at, answer, answered_at: answeredAt } = appeal
  if (status === 'none') return <p className="muted">{words.over}</p>
  return (
    <>
      {status === 'open' ? (
        <Notice title={words.waiting} />
      ) : (
        <Notice
          tone={status === 'reversed' ? 'green' : 'info'}
          title={status === 'reversed' ? words.reversed : words.upheld}
        >
          <p>{answer}</p>
          {answeredAt === null ? null : (
            <span className={`sm muted ${styles.by}`}>
              <Time value={answeredAt} exact />
            </span>
          )}
        </Notice>
      )}
      {body === null ? null : (
        <dl className={`kv ${styles.facts}`}>
          <dt>{words.yourAppeal}</dt>
          <dd className={styles.said}>
            {body}
            {at === null ? null : (
              <span className={`sm muted ${styles.by}`}>
                <Time value={at} exact />
              </span>
            )}
          </dd>
        </dl>
      )}
    </>
  )
}
