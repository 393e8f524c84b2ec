import { Navigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { cx } from '#web/ui/cx.ts'
import { useNow } from '#web/page/use-now.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { Chat } from './Chat.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ConversationList } from './ConversationList.tsx'
import styles from './MessagesScreen.module.css'
import { useConversations } from './use-conversations.ts'

/** /messages and /messages/{conversationId}: the list and the chat, one at a time on small screens. */
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
          // One key per conversation: a draft to one person is not offered to another.
          <Chat key={conversationId} conversationId={conversationId} me={user.id} now={now} />
        ) : (
          <NewestOpens />
        )}
      </div>
    </div>
  )
}

/**
 * The right pane of a wide screen without a conversation in its address: opens the newest one. It replaces this history
 * entry, so that Back leads to the previous page, and it stays open when another conversation gets a message. A phone
 * shows only the list.
 */
function NewestOpens() {
  const { data } = useConversations()
  const newest = data?.[0]
  const isWide = useWide()
  if (isWide && newest) return <Navigate to={paths.conversation(newest.id)} replace />
  return (
    <section className={cx(styles.empty, styles.wideOnly)} aria-label="Conversation">
      {data ? <p className="muted">Conversations are read and answered here.</p> : null}
    </section>
  )
}
