import { COVERED_FOR_OTHERS } from '#contract/conversation-words.ts'
import { cx } from '#web/ui/cx.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { LazyChips } from './LazyChips.tsx'
import { attachmentWords } from './attachment-words.ts'
import type { ChatItem } from './chat-items.ts'
import { longAgo } from './chat-times.ts'
import { MessageFiles } from './MessageFiles.tsx'
import styles from './MessageLog.module.css'
import { MessageText } from './MessageText.tsx'
import type { ThreadPeople } from './thread-words.ts'
import { useAttachments } from './use-attachments.ts'
import type { FileLinks } from './use-file-links.ts'

const MessageMenu = lazyComponent(async () => (await import('./MessageMenu.tsx')).MessageMenu)
const SafetyNote = lazyComponent(
  async () => (await import('#web/safety/SafetyNote.tsx')).SafetyNote,
)

type BubbleItem = Extract<ChatItem, { kind: 'bubble' }>

/** The props that every bubble of a log is rendered with. */
export interface BubbleContext {
  people: ThreadPeople
  now: Date
  /** Links to the files of the loaded messages. */
  links: FileLinks
  onLinkExpired: () => void
  onRetry: (id: string) => void
}

/** One message: its text, its files, and below the last one of a group when it was sent and whether it was read. */
export function Bubble({
  item,
  people,
  now,
  links,
  onLinkExpired,
  onRetry,
}: BubbleContext & { item: BubbleItem }) {
  const { own, content, files, attachments } = item
  const isEmpty = content === '' && files.length === 0 && attachments.length === 0
  return (
    <>
      {content === '' && !isEmpty ? null : (
        <div
          className={cx(
            styles.bubble,
            own && styles.own,
            item.first && styles.first,
            item.last && styles.last,
            item.state === 'failed' && styles.failed,
            item.covered && styles.covered,
          )}
        >
          {own ? <span className="sr">You: </span> : null}
          <span>{isEmpty ? attachmentWords.removed : <MessageText content={content} />}</span>
          {own || item.covered ? null : <MessageMenu id={item.key} />}
        </div>
      )}
      {files.length > 0 ? (
        <MessageFiles files={files} links={links} own={own} onLinkExpired={onLinkExpired} />
      ) : null}
      {attachments.length > 0 ? (
        <LeavingFiles me={people.me} keys={attachments} onRetry={() => onRetry(item.key)} />
      ) : null}
      {item.safety.length > 0 ? (
        <SafetyNote
          kinds={item.safety}
          reader={people.me === people.creator_id ? 'creator' : 'seller'}
        />
      ) : null}
      {item.covered && own ? (
        <span className={cx(styles.stamp, styles.right)}>{COVERED_FOR_OTHERS}</span>
      ) : null}
      {item.last ? <Stamp item={item} now={now} onRetry={onRetry} /> : null}
    </>
  )
}

/** The files of a message being sent; retrying a failed file retries its message, too. */
function LeavingFiles(props: { me: string; keys: readonly string[]; onRetry: () => void }) {
  const files = useAttachments(props.me, props.keys)
  return <LazyChips files={files} onRetry={props.onRetry} className={styles.leaving} />
}

const LEAVING = { sending: 'Sending...', waiting: 'Sends when you are back online' } as const

type StampProps = Pick<BubbleContext, 'now' | 'onRetry'> & { item: BubbleItem }

function Stamp({ item, now, onRetry }: StampProps) {
  const { state } = item
  if (state === 'failed') {
    return (
      <span className={cx(styles.stamp, styles.right, styles.trouble)}>
        Failed to send message
        <span className="sep"> · </span>
        <button type="button" className="link" onClick={() => onRetry(item.key)}>
          Try again
        </button>
      </span>
    )
  }
  if (state === 'sending' || state === 'waiting')
    return <span className={cx(styles.stamp, styles.right)}>{LEAVING[state]}</span>
  return (
    <span className={cx(styles.stamp, item.own && styles.right)}>
      <time dateTime={item.at}>{longAgo(item.at, now)}</time>
      {item.own ? (
        <>
          <span className="sep"> · </span>
          {state === 'read' ? 'Read' : 'Sent'}
        </>
      ) : null}
    </span>
  )
}
