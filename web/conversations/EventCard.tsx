import {
  Ban,
  Check,
  CircleCheck,
  CornerUpLeft,
  Handshake,
  type LucideIcon,
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

type DrawnKind = Exclude<ThreadEventKind, 'payment_held' | 'payment_released'>
type Subject<Kind> = Kind extends `${infer First}_${string}` ? First : never

/** By the event's full name, otherwise by the first word of it. */
const ICONS: Partial<Record<ThreadEventKind, LucideIcon>> = {
  deliverable_submitted: Upload,
  deliverable_approved: Check,
  project_completed: CircleCheck,
  project_cancelled: Ban,
}
const ICONS_OF: Record<Exclude<Subject<DrawnKind>, 'deliverable' | 'project'>, LucideIcon> = {
  order: Package,
  offer: Handshake,
  amendment: Handshake,
  shipment: Package,
  payment: CornerUpLeft,
  revision: RotateCcw,
  dispute: Scale,
  reviews: Star,
  hiring: Ban,
}

interface Props {
  event: ThreadEvent
  people: ThreadPeople
  deal: ThreadDeal
  onLinkExpired: () => void
}

/** What happened in the deal, between the messages: the subject, and a link to it. */
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
  const subject = kind.slice(0, kind.indexOf('_')) as keyof typeof ICONS_OF
  const Icon = ICONS[kind] ?? ICONS_OF[subject]
  return <Icon size={18} aria-hidden="true" />
}
