import { MessagesSquare } from 'lucide-react'
import { useParams } from 'react-router'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { Chat } from './Chat.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ConversationList } from './ConversationList.tsx'
import styles from './MessagesScreen.module.css'
import { useConversations } from './use-conversations.ts'

/** /messages and /messages/{conversationId}: the list and the chat, on small screens one at a time. */
export function MessagesScreen() {
  const { conversationId } = useParams()
  const { user } = useAuth()
  const now = useNow()
  usePageHead({ title: 'Messages' })
  if (!user) return null
  return (
    <div className="wrap">
      <h1 className="sr">Messages</h1>
      <div className={styles.app}>
        <ConnectionBanner className={styles.banner} />
        <ConversationList
          me={user.id}
          current={conversationId ?? null}
          now={now}
          className={cx(conversationId && styles.wideOnly)}
        />
        {conversationId ? (
          // A key of its own: a draft to one person is not offered to another.
          <Chat key={conversationId} conversationId={conversationId} me={user.id} now={now} />
        ) : (
          <NothingOpen />
        )}
      </div>
    </div>
  )
}

/** The right pane of a wide screen while no conversation is open. */
function NothingOpen() {
  const none = useConversations().data?.length === 0
  return (
    <section className={cx(styles.empty, styles.wideOnly)} aria-label="Conversation">
      {none ? (
        <p className="muted">Conversations are read and answered here.</p>
      ) : (
        <EmptyState
          icon={MessagesSquare}
          title="No conversation is open"
          text="Choose one to read and answer."
        />
      )}
    </section>
  )
}
