import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Conversation } from '#contract/conversation-schemas.ts'
import { ApiError } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { paths } from '#contract/paths.ts'
import { sayTyping } from '#web/realtime/connection.ts'
import { useOnline, useTyping } from '#web/realtime/ephemeral-events.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './Chat.module.css'
import { Composer } from './Composer.tsx'
import { MessageLog } from './MessageLog.tsx'
import { spokenName } from './names.ts'
import { useConversation } from './use-conversations.ts'
import { useFileLinks } from './use-file-links.ts'
import { useMarkReadWhenSeen } from './use-mark-read.ts'
import { useMessages, useThreadEvents } from './use-messages.ts'
import { useOutgoing } from './use-outgoing.ts'

const ChatMenu = lazyComponent(
  async () => (await import('#web/blocks/ChatMenu.tsx')).ChatMenu,
  null,
  'members',
)

const ThreadOffer = lazyComponent(
  async () => (await import('#web/offers/ThreadOffer.tsx')).ThreadOffer,
)

interface Props {
  conversationId: string
  me: string
  now: Date
}

/** The right pane: who the conversation is with and what it is about, the messages, the composer. */
export function Chat({ conversationId, me, now }: Props) {
  const conversation = useConversation(conversationId)
  if (conversation.isError && !conversation.data) return <Unavailable query={conversation} />
  if (!conversation.data) {
    return (
      <section className={styles.chat} aria-label="Conversation">
        <Loading page />
      </section>
    )
  }
  return <OpenChat conversation={conversation.data} me={me} now={now} />
}

function OpenChat({
  conversation,
  me,
  now,
}: {
  conversation: Conversation
  me: string
  now: Date
}) {
  const { counterpart, creator_id } = conversation
  const { name } = spokenName(counterpart)
  const messages = useMessages(conversation.id)
  const { events, renew: renewEvents } = useThreadEvents(conversation.id)
  const { links, renew } = useFileLinks(conversation.id, messages.messages)
  // A message whose response was lost may still have arrived.
  const arrived = useMemo(() => new Set(messages.messages.map(({ id }) => id)), [messages.messages])
  const { outgoing, send, retry, discard } = useOutgoing(conversation.id, me, arrived)
  // The application for which an offer is being typed: an offer that ends meanwhile must not close the form.
  const [making, setMaking] = useState<string | null>(null)
  const offered = making ?? conversation.offered_application_id
  const isTyping = useTyping(conversation.id, counterpart.id)
  useMarkReadWhenSeen(conversation.id, messages.messages, me)
  const failed = outgoing.find(({ id, state }) => state === 'failed' && !arrived.has(id)) ?? null
  return (
    <section className={styles.chat} aria-label={`Conversation with ${name}`}>
      <ChatHead conversation={conversation} />
      {offered ? (
        <ThreadOffer
          // A new negotiation must not inherit the old one's unfolded state.
          key={offered}
          applicationId={offered}
          reader={counterpart.role === 'seller' ? 'creator' : 'seller'}
          otherName={name}
          isMaking={making !== null}
          onMaking={(is) => setMaking(is ? offered : null)}
        />
      ) : null}
      <MessageLog
        people={{ me, other: name, creator_id }}
        now={now}
        history={messages}
        events={events}
        deal={{ project_id: conversation.project_id, title: conversation.project.title }}
        onEventsExpired={renewEvents}
        outgoing={outgoing}
        links={links}
        onLinkExpired={renew}
        onRetry={retry}
        isTyping={isTyping}
      />
      <Composer
        name={name}
        me={me}
        conversation={conversation.id}
        projectId={conversation.project_id}
        isClosed={conversation.counterpart_deleted}
        writing={{
          sender: counterpart.role === 'seller' ? 'creator' : 'seller',
          money: conversation.payment_status,
        }}
        failed={failed}
        onSend={send}
        onRetry={retry}
        onDiscard={discard}
        onTyping={() => sayTyping(conversation.id)}
      />
    </section>
  )
}

function ChatHead({ conversation }: { conversation: Conversation }) {
  const { counterpart, project, payment_status } = conversation
  const { name, behind, kind } = spokenName(counterpart)
  const isOnline = useOnline(counterpart.id) === true
  return (
    <div className={styles.head}>
      <BackToList />
      <Link
        to={paths.publicProfile(counterpart.id)}
        aria-label={`Profile of ${name}`}
        className={styles.face}
      >
        <Avatar name={name} src={counterpart.avatar_url} kind={kind} size={44} />
      </Link>
      <div className={styles.about}>
        <div className={styles.who}>
          {name}
          {behind ? <span className={styles.behind}> · {behind}</span> : null}
          {isOnline ? (
            <span className={styles.online} data-later="">
              <span className={styles.dot} aria-hidden="true" />
              Online
            </span>
          ) : null}
        </div>
        <Link className={styles.project} to={pageOf(conversation)}>
          {project.title}
        </Link>
      </div>
      {payment_status ? (
        <span className={styles.money}>
          <StatusBadge kind="payment" status={payment_status} />
        </span>
      ) : null}
      <ChatMenu person={{ id: counterpart.id, name }} />
    </div>
  )
}

/** The subject: the project or, while the creator may not see it, the order that would create it. */
const pageOf = ({ counterpart, project: { id, status, order_id: order } }: Conversation): string =>
  order !== null && counterpart.role === 'seller' && (status === 'draft' || status === 'cancelled')
    ? paths.packageOrder(order)
    : paths.project(id)

function BackToList() {
  return (
    <ButtonLink
      variant="quiet"
      iconOnly
      className={styles.back}
      to={paths.messages}
      aria-label="Back to conversations"
    >
      <ArrowLeft size={18} aria-hidden="true" />
    </ButtonLink>
  )
}

function Unavailable({ query }: ComponentProps<typeof FailedNotice>) {
  const gone = query.error instanceof ApiError && query.error.status === 404
  return (
    <section className={styles.chat} aria-label="Conversation">
      <div className={styles.head}>
        <BackToList />
      </div>
      <div className={styles.missing}>
        {gone ? (
          <EmptyState
            title="This conversation does not exist"
            text="Choose another one from your list."
          />
        ) : (
          <FailedNotice query={query} failed={() => 'Failed to load messages'} />
        )}
      </div>
    </section>
  )
}
