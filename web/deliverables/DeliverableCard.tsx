import { Check } from 'lucide-react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { originalLocked } from '#contract/original-words.ts'
import { deliverableTransitions } from '#contract/deliverables.ts'
import { mayMove } from '#contract/transitions.ts'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { megabytes } from '#web/ui/megabytes.ts'
import { Time } from '#web/ui/Time.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './Deliverable.module.css'
import { DeliveryChecklist } from './DeliveryChecklist.tsx'
import { DownloadLink } from './DownloadLink.tsx'
import { MediaPreview } from './MediaPreview.tsx'
import { mediaKind } from './media.ts'
import { Proofs } from './Proofs.tsx'
import { RoomLink } from './RoomLink.tsx'
import { workName } from '#contract/work-name.ts'
import { workSize } from './work-size.ts'

interface Props {
  deliverable: Deliverable
  creatorName: string
  /**
   * Whether the deal is in dispute: then answering the dispute comes first, and approving is one of the other actions.
   */
  disputed: boolean
  onApprove: () => void
  onRequestRevision: () => void
  /** Called when the file's signed link expired while it was on screen. */
  onLinkExpired: () => void
}

/** The deliverable under review, expanded: the work itself, the creator's notes, and the two answers. */
export function DeliverableCard({
  deliverable,
  creatorName,
  disputed,
  onApprove,
  onRequestRevision,
  onLinkExpired,
}: Props) {
  const { status } = deliverable
  const isRead = ['pdf', 'text'].includes(mediaKind(deliverable.file_type))
  return (
    <article
      className={cx('card', styles.open, isRead && styles.reads)}
      aria-label={workName(deliverable)}
    >
      <MediaPreview deliverable={deliverable} onLinkExpired={onLinkExpired} />
      <div className={styles.side}>
        <div>
          <div className={`row between ${styles.head}`}>
            <h3>{workName(deliverable)}</h3>
            <DeliverableBadge of={deliverable} />
          </div>
          <div className={`meta ${styles.meta}`}>
            {deliverable.version > 1 ? <span>Version {deliverable.version}</span> : null}
            <span>
              <span>
                Submitted <Time value={deliverable.created_at} />
              </span>
            </span>
            <span className="num">{megabytes(workSize(deliverable))}</span>
          </div>
        </div>
        {deliverable.notes ? (
          <div className={`quote ${styles.notes}`}>
            <span className="by">Note from {creatorName}</span>
            {deliverable.notes}
          </div>
        ) : null}
        <Proofs deliverable={deliverable} />
        <DeliveryChecklist deliverable={deliverable} creatorName={creatorName} answers />
        <div className={`row ${styles.acts}`}>
          {mayMove(deliverableTransitions, 'approve', status, 'owner') ? (
            <Button variant={disputed ? 'secondary' : 'primary'} onClick={onApprove}>
              <Check size={18} aria-hidden="true" />
              Approve
            </Button>
          ) : null}
          {mayMove(deliverableTransitions, 'request_revision', status, 'owner') ? (
            <Button onClick={onRequestRevision}>Request revision</Button>
          ) : null}
          <RoomLink deliverable={deliverable} counts button />
          <DownloadLink deliverable={deliverable} className={styles.end} />
        </div>
        {deliverable.original_open ? null : (
          <p className="sm muted">{originalLocked(deliverable.file_count)}</p>
        )}
      </div>
    </article>
  )
}
