import {
  BellOff,
  Clock,
  CornerUpLeft,
  FileText,
  ShieldCheck,
  MailOpen,
  MessageSquare,
  Package,
  Search,
  Star,
  UserRound,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notification-schemas.ts'
import { EarlierRows } from '#web/loading/EarlierRows.tsx'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { longAgo } from '#web/conversations/chat-times.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { EscrowKey } from '#web/ui/EscrowKey.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/page/use-now.ts'
import styles from './NotificationList.module.css'
import { useNotifications, useReadNotification } from './use-notifications.ts'
import { withOwnTimes } from './own-times.ts'
import { withWholeDays } from './whole-days.ts'

interface Props {
  /** Something was opened. */
  onOpen?: () => void
  /** In the panel: no frame of its own. */
  compact?: boolean
}

/** A person's notifications, newest first; each links to where it can be acted on. */
export function NotificationList({ onOpen, compact = false }: Props) {
  const query = useNotifications()
  const now = useNow()
  if (query.isPending) {
    return (
      <SkeletonGroup className={styles.waiting}>
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} height={48} />
        ))}
      </SkeletonGroup>
    )
  }
  if (!query.data) {
    return (
      <div className={compact ? styles.inset : undefined}>
        <FailedNotice query={query} failed={() => 'Your notifications could not be loaded'} />
      </div>
    )
  }
  const all = query.data.pages.flatMap(({ items }) => items)
  if (all.length === 0) {
    return (
      <div className={compact ? styles.inset : undefined}>
        <EmptyState
          icon={BellOff}
          title="Nothing new yet"
          text="When something happens in your projects, it appears here and comes by email."
        />
      </div>
    )
  }
  return (
    <>
      <ul className={cx(styles.list, !compact && `card ${styles.wide}`)}>
        {all.map((one) => (
          <li key={one.id}>
            <Line notification={one} now={now} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && !compact ? (
        <div className={styles.more}>
          <EarlierRows query={query}>Show earlier</EarlierRows>
        </div>
      ) : null}
    </>
  )
}

function Line({
  notification,
  now,
  onOpen,
}: {
  notification: Notification
  now: Date
  onOpen: Props['onOpen']
}) {
  const read = useReadNotification()
  const { id, kind, money, sentence, path, created_at: createdAt, read_at: readAt } = notification
  const isNew = readAt === null
  return (
    <Link
      className={cx(styles.line, isNew && styles.new)}
      to={path}
      onClick={() => {
        if (isNew) read.mutate(id)
        onOpen?.()
      }}
    >
      <span className={styles.icon}>
        <KindIcon kind={kind} money={money} />
      </span>
      <span className={styles.words}>
        <span className={styles.sentence}>{withWholeDays(withOwnTimes(sentence))}</span>
        <time className={styles.when} dateTime={createdAt}>
          {longAgo(createdAt, now)}
        </time>
      </span>
      {isNew ? (
        <span className={styles.dot}>
          <span className="sr">New</span>
        </span>
      ) : null}
    </Link>
  )
}

const KEYS = {
  pending: 'empty',
  failed: 'empty',
  held_in_escrow: 'held',
  released: 'released',
} as const

const ICONS = {
  applications: UserRound,
  invitations: MailOpen,
  deliverables: Package,
  reminders: Clock,
  messages: MessageSquare,
  searches: Search,
  reviews: Star,
  reports: ShieldCheck,
  documents: FileText,
} as const

/**
 * Money has no icon of its own, only the key of its state at that time (DESIGN §1.4). Money that went back has none.
 */
function KindIcon({ kind, money }: Pick<Notification, 'kind' | 'money'>) {
  if (kind === 'payments' && money !== 'refunded')
    return <EscrowKey state={KEYS[money ?? 'pending']} color="currentColor" />
  const Icon = kind === 'payments' ? CornerUpLeft : ICONS[kind]
  return <Icon size={18} aria-hidden="true" />
}
