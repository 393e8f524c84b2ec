import { UNAVAILABLE_TITLE, unavailableActions } from '#contract/deal-unavailable.ts'
import type { DealState } from '#contract/deal-state.ts'
import type { DealDispute } from '#contract/dispute-schemas.ts'
import styles from './Dispute.module.css'
import { DisputePanel } from './DisputePanel.tsx'
import type { DisputeReader } from './dispute-words.ts'

interface Props {
  dispute: DealDispute
  state: DealState
  reader: DisputeReader
}

/** The open dispute of a deal, before everything else of it, and the actions that are blocked meanwhile. */
export function DisputeFirst({ dispute, state, reader }: Props) {
  const unavailable = unavailableActions(state, reader.side === 'seller' ? 'owner' : 'creator')
  return (
    <section className={styles.first} aria-label="Open dispute">
      <DisputePanel dispute={dispute} reader={reader} heading="h2" />
      <details className={styles.unavailable}>
        <summary>{UNAVAILABLE_TITLE}</summary>
        <dl className="kv">
          {unavailable.map(({ action, why }) => (
            <div key={action}>
              <dt>{action}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
