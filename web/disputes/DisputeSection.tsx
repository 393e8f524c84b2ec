import { useState } from 'react'
import type { Payment } from '#contract/payment-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import styles from './Dispute.module.css'
import { DisputePanel } from './DisputePanel.tsx'
import type { DisputeReader } from './dispute-words.ts'
import { useDisputes } from './use-disputes.ts'

const OpenDisputeDialog = lazyComponent(
  async () => (await import('./OpenDisputeDialog.tsx')).OpenDisputeDialog,
)

interface Props {
  payment: Payment
  reader: DisputeReader
  /** The open dispute, where it is shown before everything else on the page. */
  shownAbove?: string | undefined
}

/**
 * A deal's disputes, for one of its sides: the newest first, and a way to open one while money is held and not moving.
 * Renders nothing otherwise.
 */
export function DisputeSection({ payment, reader, shownAbove }: Props) {
  const disputes = useDisputes(payment.project_id)
  const [opening, setOpening] = useState(false)
  const found = (disputes.data ?? []).filter(({ id }) => id !== shownAbove)
  const canOpen =
    payment.status === 'held_in_escrow' &&
    payment.moving === null &&
    !payment.disputed &&
    !payment.decided &&
    payment.deal_dispute_id === null
  const failed = disputes.isError && disputes.data === undefined
  if (disputes.isPending) return <Pending />
  if (found.length === 0 && !canOpen && !failed) return null
  return (
    <section className={styles.section} aria-label="Disputes">
      {failed ? (
        <FailedNotice query={disputes} failed={() => 'The disputes could not be loaded'} />
      ) : null}
      {found.map((dispute) => (
        <DisputePanel key={dispute.id} dispute={dispute} reader={reader} />
      ))}
      {canOpen ? (
        <p className={`sm muted ${styles.ask}`}>
          Something is wrong with this deal and talking did not help?{' '}
          <button type="button" className="link" onClick={() => setOpening(true)}>
            Open a dispute
          </button>
        </p>
      ) : null}
      {opening ? (
        <OpenDisputeDialog payment={payment} reader={reader} onClose={() => setOpening(false)} />
      ) : null}
    </section>
  )
}
