import { useCallback, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useNear } from '#web/ui/use-near.ts'
import styles from './MoreRows.module.css'

interface Props {
  query: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    /** When the last page came, in ms. */
    dataUpdatedAt: number
    fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>
  }
  /** What is said below the last row of a list of several pages. */
  end?: string | undefined
}

/** How far below the window's edge the end of a list may be when the next page is asked for, in CSS pixels. */
const AHEAD = 800

/**
 * The foot of a list that grows: the next page comes by itself shortly before its end is in sight, or by the button,
 * which is there for keyboards and for when loading has failed.
 */
export function MoreRows({ query, end }: Props) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const foot = useRef<HTMLDivElement>(null)
  useNear(
    foot,
    // Never twice for one page.
    useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
    {
      ahead: AHEAD,
      // Fetching anew would cut the next page off.
      when: hasNextPage && !isFetching && !isFetchNextPageError && query.dataUpdatedAt,
    },
  )
  if (!hasNextPage) return end === undefined ? null : <p className={styles.end}>{end}</p>
  return (
    <div className={styles.foot} ref={foot}>
      {isFetchNextPageError ? <p className="muted">The next ones could not be loaded.</p> : null}
      <Button busy={isFetchingNextPage} busyText="Loading..." onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
