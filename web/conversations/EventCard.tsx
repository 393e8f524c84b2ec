import {
  Ban,
  Check,
  CircleCheck,
  CornerUpLeft,
  Handshake,
  Package,
  RotateCcw,
  Scale,
  Star,
  Upload,
} from 'lucide-react'
import { Link } from 'react-router'
import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import type { ThreadEventKind } from '#contract/conversations.ts'
import { EscrowKey } from '#web/ui/EscrowKey.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './EventCard.module.css'
import {
  answerBy,
  eventLink,
  eventName,
  eventSentence,
  type ThreadDeal,
  type ThreadPeople,
} from './thread-words.ts'
import { useKeptSource } from './use-kept-source.ts'

const ICONS = {
  order_placed: Package,
  order_accepted: Package,
  order_declined: Package,
  order_cancelled: Package,
  order_lapsed: Package,
  order_unfunded: Package,
  offer_made: Handshake,
  offer_accepted: Handshake,
  offer_declined: Handshake,
  offer_withdrawn: Handshake,
  offer_expired: Handshake,
  offer_overtaken: Handshake,
  amendment_proposed: Handshake,
  amendment_accepted: Handshake,
  amendment_declined: Handshake,
  amendment_withdrawn: Handshake,
  amendment_expired: Handshake,
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
  reviews_shown: Star,
  project_completed: CircleCheck,
  project_cancelled: Ban,
} as const

interface Props {
  event: ThreadEvent
  people: ThreadPeople
  deal: ThreadDeal
  onLinkExpired: () => void
}

/** What happened in the deal, between the messages: what it was about, and the way there. */
export function EventCard({ event, people, deal, onLinkExpired }: Props) {
  const { to, words } = eventLink(event, people, deal)
  return (
    <div className={styles.card}>
      <Thumb event={event} onLinkExpired={onLinkExpired} />
      <div className={styles.about}>
        <p className={styles.what}>{eventSentence(event, people)}</p>
        <p className={styles.name}>{eventName(event, deal)}</p>
        {event.order?.answer_by && event.kind === 'order_placed' ? (
          <p className="sm muted">
            {answerBy} <Time value={event.order.answer_by} exact />
          </p>
        ) : null}
        {event.reason ? <blockquote className={styles.reason}>{event.reason}</blockquote> : null}
      </div>
      <Link className={styles.link} to={to}>
        {words}
      </Link>
    </div>
  )
}

function Thumb({ event, onLinkExpired }: Pick<Props, 'event' | 'onLinkExpired'>) {
  const { source, onError } = useKeptSource(event.deliverable?.poster_url, onLinkExpired)
  return (
    <span className={styles.thumb}>
      {source === null ? (
        <EventIcon kind={event.kind} />
      ) : (
        <img src={source} alt="" loading="lazy" onError={onError} />
      )}
    </span>
  )
}

function EventIcon({ kind }: { kind: ThreadEventKind }) {
  // Red lead is for held money (DESIGN §1); once released, the key is open and muted.
  if (kind === 'payment_held') return <EscrowKey state="held" size={18} />
  if (kind === 'payment_released')
    return <EscrowKey state="released" size={18} color="currentColor" />
  const Icon = ICONS[kind]
  return <Icon size={18} aria-hidden="true" />
}
