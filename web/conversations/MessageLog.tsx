import { useEffect, useMemo, useRef } from 'react'
import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNear } from '#web/ui/use-near.ts'
import { chatItems, type ChatItem, type OutgoingMessage } from './chat-items.ts'
import { dayLabel, longAgo } from './chat-times.ts'
import { EventLine, TypingLine } from './ThreadLines.tsx'
import styles from './MessageLog.module.css'
import { MessageText } from './MessageText.tsx'
import type { ThreadPeople } from './thread-words.ts'
import type { useMessages } from './use-messages.ts'
import { useReadingPlace } from './use-reading-place.ts'

interface Props {
  people: ThreadPeople
  now: Date
  history: ReturnType<typeof useMessages>
  /** Events of the deal. */
  events: readonly ThreadEvent[]
  outgoing: readonly OutgoingMessage[]
  onRetry: (id: string) => void
  /** The other person is typing. */
  isTyping: boolean
}

/** The messages, oldest at the top; new ones are announced, earlier ones load on scrolling up. */
export function MessageLog(props: Props) {
  const { people, now, history, events, outgoing, onRetry, isTyping } = props
  const { messages, isPending, isError, hasNextPage: more } = history
  const items = useMemo(
    () => (isPending ? [] : chatItems({ messages, outgoing, events, more }, people.me)),
    [messages, outgoing, events, more, people.me, isPending],
  )
  const failed = isError && messages.length === 0
  const last = items.at(-1)
  const log = useReadingPlace(
    last ? { key: last.key, own: last.kind === 'bubble' && last.own } : null,
    isTyping,
  )
  useEffect(() => {
    if (isError) toast.error('Failed to load messages')
  }, [isError])

  return (
    <div
      ref={log}
      className={styles.log}
      role="log"
      aria-live="polite"
      aria-label="Messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the keyboard (DESIGN §10)
      tabIndex={0}
    >
      <div className={styles.inner}>
        {isPending ? <Loading /> : null}
        {failed ? (
          <FailedNotice query={history} failed={() => 'The messages could not be shown'} />
        ) : null}
        <EarlierMessages history={history} />
        {history.isSuccess && items.length === 0 ? (
          <p className={styles.note}>Nothing has been said yet. Write to {people.other} below.</p>
        ) : null}
        {items.map((item) =>
          item.kind === 'day' ? (
            <time className={styles.day} dateTime={item.at} key={item.key}>
              {dayLabel(item.at, now)}
            </time>
          ) : item.kind === 'event' ? (
            <EventLine event={item.event} people={people} key={item.key} />
          ) : (
            <Bubble item={item} now={now} onRetry={onRetry} key={item.key} />
          ),
        )}
        {isTyping ? <TypingLine name={people.other} /> : null}
      </div>
    </div>
  )
}

/** Loads the previous page when its place comes into view; the button does the same by keyboard. */
function EarlierMessages({ history }: Pick<Props, 'history'>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history
  const place = useRef<HTMLDivElement>(null)
  useNear(place, fetchNextPage, {
    when: hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
  })
  if (!hasNextPage) return null
  return (
    <div className={styles.earlier} ref={place}>
      <Button
        variant="quiet"
        size="sm"
        busy={isFetchingNextPage}
        busyText="Loading..."
        onClick={() => void fetchNextPage()}
      >
        Earlier messages
      </Button>
    </div>
  )
}

type BubbleItem = Extract<ChatItem, { kind: 'bubble' }>

function Bubble({
  item,
  now,
  onRetry,
}: {
  item: BubbleItem
  now: Date
  onRetry: (id: string) => void
}) {
  const failed = item.state === 'failed'
  return (
    <>
      <div
        className={cx(
          styles.bubble,
          item.own && styles.own,
          item.first && styles.first,
          item.last && styles.last,
          failed && styles.failed,
        )}
      >
        {item.own ? <span className="sr">You: </span> : null}
        <span>
          <MessageText content={item.content} />
        </span>
      </div>
      {item.last ? <Stamp item={item} now={now} onRetry={onRetry} /> : null}
    </>
  )
}

const LEAVING = { sending: 'Sending...', waiting: 'Sends when you are back online' } as const

function Stamp({
  item,
  now,
  onRetry,
}: {
  item: BubbleItem
  now: Date
  onRetry: (id: string) => void
}) {
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
