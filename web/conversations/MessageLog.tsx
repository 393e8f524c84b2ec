import { useMemo, useRef } from 'react'
import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { useNear } from '#web/ui/use-near.ts'
import { Bubble, type BubbleContext } from './Bubble.tsx'
import { chatItems, type OutgoingMessage } from './chat-items.ts'
import { dayLabel } from './chat-times.ts'
import { EventCard } from './EventCard.tsx'
import styles from './MessageLog.module.css'
import type { ThreadDeal } from './thread-words.ts'
import { TypingLine } from './TypingLine.tsx'
import type { useMessages } from './use-messages.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { useFailureToast } from './use-failure-toast.ts'

interface Props extends BubbleContext {
  history: ReturnType<typeof useMessages>
  /** Events of the deal. */
  events: readonly ThreadEvent[]
  deal: ThreadDeal
  /** A link to a still of the delivered work has expired. */
  onEventsExpired: () => void
  outgoing: readonly OutgoingMessage[]
  /** The other person is typing. */
  isTyping: boolean
}

/** The messages, oldest at the top; new ones are announced, earlier ones load on scrolling up. */
export function MessageLog(props: Props) {
  const { people, now, history, events, outgoing, isTyping } = props
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
  useFailureToast(history, 'Failed to load messages')

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
            <EventCard
              event={item.event}
              people={people}
              deal={props.deal}
              onLinkExpired={props.onEventsExpired}
              key={item.key}
            />
          ) : (
            <Bubble item={item} {...props} key={item.key} />
          ),
        )}
        {isTyping ? <TypingLine name={people.other} /> : null}
      </div>
    </div>
  )
}

/** Loads the previous page when its place comes into view; the button does the same for the keyboard. */
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
