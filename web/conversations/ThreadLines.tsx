import { Ban, Check, CircleCheck, CornerUpLeft, RotateCcw, Scale, Upload } from 'lucide-react'
import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import type { ThreadEventKind } from '#contract/conversations.ts'
import { EscrowKey } from '#web/ui/EscrowKey.tsx'
import { eventSentence, type ThreadPeople } from './thread-words.ts'
import styles from './ThreadLines.module.css'

const ICONS = {
  payment_refunded: CornerUpLeft,
  payment_charged_back: CornerUpLeft,
  payment_too_late: CornerUpLeft,
  payment_second_returned: CornerUpLeft,
  deliverable_submitted: Upload,
  deliverable_approved: Check,
  revision_requested: RotateCcw,
  dispute_opened: Scale,
  dispute_answered: Scale,
  dispute_due: Scale,
  dispute_withdrawn: Scale,
  dispute_decided: Scale,
  dispute_closed: Scale,
  project_completed: CircleCheck,
  project_cancelled: Ban,
} as const

/** The deal's events, between the messages. */
export function EventLine({ event, people }: { event: ThreadEvent; people: ThreadPeople }) {
  return (
    <div className={styles.event}>
      <p className={styles.pill}>
        <EventIcon kind={event.kind} />
        <span>{eventSentence(event, people)}</span>
      </p>
      {event.reason ? <blockquote className={styles.reason}>{event.reason}</blockquote> : null}
    </div>
  )
}

function EventIcon({ kind }: { kind: ThreadEventKind }) {
  // Red lead is for held money (DESIGN §1); once released, the key is open and muted.
  if (kind === 'payment_held') return <EscrowKey state="held" size={14} />
  if (kind === 'payment_released')
    return <EscrowKey state="released" size={14} color="currentColor" />
  const Icon = ICONS[kind]
  return <Icon size={14} className={styles.icon} aria-hidden="true" />
}

/** The other person is typing right now. */
export function TypingLine({ name }: { name: string }) {
  return (
    <p className={styles.typing}>
      <span className={styles.dots} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      {name} is typing
    </p>
  )
}
