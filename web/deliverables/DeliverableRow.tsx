import { FileText, Film } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { LongText } from '#web/ui/LongText.tsx'
import { megabytes } from '#web/ui/megabytes.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Deliverable.module.css'
import { DownloadLink } from './DownloadLink.tsx'
import { mediaKind } from './media.ts'
import { ReplacedLine } from './ReplacedLine.tsx'
import { approvedAfter } from './review.ts'
import { RoomLink } from './RoomLink.tsx'
import { workName } from '#contract/work-name.ts'
import { workSize } from './work-size.ts'

/** Above the changes that the brand requested. */
const NOTE_WORDS = 'Asked for'

interface Props {
  deliverable: Deliverable
  /** All deliverables of its project, newest first: the newest says how many changes are still open. */
  all: readonly Deliverable[]
  /** Replaces the download. */
  action?: ReactNode
  /** Shown below: the time the seller still has. */
  note?: ReactNode
}

/** One deliverable as a row: file, time, size, state; the reviewer's note while a revision is wanted. */
export function DeliverableRow({ deliverable, all, action, note: below }: Props) {
  const { status, reviewer_notes: note } = deliverable
  return (
    <div className={styles.row}>
      <Thumbnail deliverable={deliverable} />
      <div className={styles.text}>
        <div className="fname">{workName(deliverable)}</div>
        <div className="sm muted">
          {deliverable.version > 1 ? (
            <>
              Version {deliverable.version}
              <span className="sep"> · </span>
            </>
          ) : null}
          {status === 'approved' && deliverable.reviewed_at ? (
            <>
              Approved <Time value={deliverable.reviewed_at} />
            </>
          ) : (
            <>
              Submitted <Time value={deliverable.created_at} />
            </>
          )}
          <span className="sep"> · </span>
          <span className="num">{megabytes(workSize(deliverable))}</span>
        </div>
        {status === 'rejected' && note ? (
          <div className={`quote ${styles.quoted}`}>
            <span className="by">{NOTE_WORDS}</span>
            <LongText text={note} />
          </div>
        ) : null}
        <RoomLink deliverable={deliverable} counts={deliverable.id === all[0]?.id} />
        <ReplacedLine deliverable={deliverable} all={all} />
        {below}
      </div>
      <DeliverableBadge of={deliverable} doneBy={approvedAfter(deliverable, all)} />
      <div className={styles.end}>{action ?? <DownloadLink deliverable={deliverable} />}</div>
    </div>
  )
}

function Thumbnail({ deliverable }: { deliverable: Deliverable }) {
  const kind = mediaKind(deliverable.file_type)
  const poster = deliverable.poster_url ?? (kind === 'image' ? deliverable.file_url : null)
  if (poster) return <img className={styles.thumb} src={poster} alt="" loading="lazy" />
  if (kind === 'video' && deliverable.file_url) {
    return (
      <span className={styles.thumb}>
        <Film size={18} aria-hidden="true" />
        {/* The first frame, where the browser can read the file; otherwise the icon shows through. */}
        <video
          src={`${deliverable.file_url}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          aria-hidden="true"
        />
      </span>
    )
  }
  return (
    <span className={styles.thumb}>
      <FileText size={18} aria-hidden="true" />
    </span>
  )
}
