import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Conversation } from '#contract/conversation-schemas.ts'
import { fileCountText } from '#contract/conversation-words.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { shortAgo } from './chat-times.ts'
import styles from './ConversationList.module.css'
import { spokenName } from './names.ts'
import { useConversations } from './use-conversations.ts'
import { useFailureToast } from './use-failure-toast.ts'

interface Props {
  me: string
  /** The open conversation, if any. */
  current: string | null
  now: Date
  className?: string
}

/** The left pane: the person's conversations, latest first, with unread counts. */
export function ConversationList({ me, current, now, className }: Props) {
  const query = useConversations()
  const { data, isError } = query
  useFailureToast(query, 'Failed to load conversations')

  return (
    <section className={cx(styles.pane, className)} aria-label="Conversations">
      <h2 className={styles.title}>Messages</h2>
      {data ? (
        <Rows
          conversations={data}
          me={me}
          current={current}
          now={now}
          foot={<MoreRows query={query} />}
        />
      ) : isError ? (
        <div className={styles.note}>
          <FailedNotice query={query} failed={() => 'Your conversations could not be shown'} />
        </div>
      ) : (
        <RowSkeletons />
      )}
    </section>
  )
}

function Rows({
  conversations,
  me,
  current,
  now,
  foot,
}: { conversations: Conversation[]; foot: ReactNode } & Omit<Props, 'className'>) {
  if (conversations.length === 0) {
    return (
      <div className={styles.note}>
        <EmptyState
          icon={MessageCircle}
          title="No conversations yet"
          text="One begins when an application or an invitation is accepted, or with Contact Seller on a project."
        />
      </div>
    )
  }
  return (
    <ul className={styles.rows}>
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <Row conversation={conversation} me={me} open={conversation.id === current} now={now} />
        </li>
      ))}
      {/* Inside the scrolling list. */}
      <li key="foot">{foot}</li>
    </ul>
  )
}

function Row({
  conversation,
  me,
  open,
  now,
}: {
  conversation: Conversation
  me: string
  open: boolean
  now: Date
}) {
  const { counterpart, last_message: last, unread_count: unread, project } = conversation
  const { name, kind } = spokenName(counterpart)
  const at = last?.created_at ?? conversation.updated_at
  return (
    <Link
      className={cx(styles.row, unread > 0 && styles.unread)}
      to={paths.conversation(conversation.id)}
      aria-current={open ? 'true' : undefined}
    >
      <Avatar
        name={name}
        src={counterpart.avatar_url}
        kind={kind}
        size={44}
        className={styles.face}
      />
      <span className={styles.name}>{name}</span>
      <time className={styles.time} dateTime={at}>
        {shortAgo(at, now)}
      </time>
      <span className={styles.project}>{project.title}</span>
      <span className={styles.last}>
        {last ? `${last.sender_id === me ? 'You: ' : ''}${saidIn(last)}` : 'No messages yet'}
      </span>
      {unread > 0 ? (
        <span className={styles.count}>
          <Count count={unread} waiting />
        </span>
      ) : null}
    </Link>
  )
}

const saidIn = ({ content, file_count }: NonNullable<Conversation['last_message']>): string =>
  content === '' ? fileCountText(file_count) : content

function RowSkeletons() {
  return (
    <SkeletonGroup className={styles.rows}>
      {[0, 1, 2].map((row) => (
        <div className={styles.row} key={row}>
          <Skeleton width={44} height={44} radius="22%" className={styles.face} />
          <Skeleton width="60%" height={14} />
          <span className={styles.project}>
            <Skeleton width="90%" height={12} />
          </span>
          <span className={styles.last}>
            <Skeleton width="75%" height={12} />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}
