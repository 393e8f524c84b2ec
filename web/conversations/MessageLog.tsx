import { useEffect, useMemo, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Loading } from '../ui/Loading.tsx'
import { toast } from '../ui/toast.ts'
import { chatItems, type ChatItem, type OutgoingMessage } from './chat-items.ts'
import { dayLabel, longAgo } from './chat-times.ts'
import styles from './MessageLog.module.css'
import type { useMessages } from './use-messages.ts'
import { useReadingPlace } from './use-reading-place.ts'

interface Props {
  me: string
  now: Date
  /** Whom it is with, for the empty log. */
  name: string
  history: ReturnType<typeof useMessages>
  outgoing: readonly OutgoingMessage[]
  onRetry: (id: string) => void
}

/** What was said, oldest at the top; new messages are announced, earlier ones come by scrolling up. */
export function MessageLog({ me, now, name, history, outgoing, onRetry }: Props) {
  const { messages, isPending, isError, refetch } = history
  const items = useMemo(() => chatItems(messages, outgoing, me), [messages, outgoing, me])
  const failed = isError && messages.length === 0
  const last = items.at(-1)
  const log = useReadingPlace(last?.kind === 'bubble' ? last : null)
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
          <div className={styles.note}>
            <p className="muted">The messages could not be shown.</p>
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        <EarlierMessages history={history} />
        {history.isSuccess && items.length === 0 ? (
          <p className={styles.note}>Nothing has been said yet. Write to {name} below.</p>
        ) : null}
        {items.map((item) =>
          item.kind === 'day' ? (
            <time className={styles.day} dateTime={item.at} key={item.key}>
              {dayLabel(item.at, now)}
            </time>
          ) : (
            <Bubble item={item} now={now} onRetry={onRetry} key={item.key} />
          ),
        )}
      </div>
    </div>
  )
}

/** Loads the page before when its place comes into view; the button does the same by keyboard. */
function EarlierMessages({ history }: Pick<Props, 'history'>) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || !hasNextPage || isFetchingNextPage) return
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage()
    })
    seen.observe(element)
    return () => seen.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
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
        <span>{item.content}</span>
      </div>
      {item.last ? <Stamp item={item} now={now} onRetry={onRetry} /> : null}
    </>
  )
}

function Stamp({
  item,
  now,
  onRetry,
}: {
  item: BubbleItem
  now: Date
  onRetry: (id: string) => void
}) {
  if (item.state === 'failed') {
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
  const when = item.state === 'sending' ? 'Sending...' : longAgo(item.at, now)
  return (
    <span className={cx(styles.stamp, item.own && styles.right)}>
      <time dateTime={item.at}>{when}</time>
      {item.own && item.state !== 'sending' ? (
        <>
          <span className="sep"> · </span>
          {item.state === 'read' ? 'Read' : 'Sent'}
        </>
      ) : null}
    </span>
  )
}
