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
    /** When the last page arrived, in ms. */
    dataUpdatedAt: number
    fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>
  }
  /** The end mark of a list of several pages. */
  end?: string | undefined
}

/** Printed only: a list is printed as far as it was loaded. */
const NOT_PRINTED = 'This list continues. Show all of it before you print.'

/** How far below the viewport the end of a list may be when the next page is fetched, in CSS pixels. */
const AHEAD = 800

/**
 * The end of a growing list: the next page loads shortly before it comes into view, or by the button, for keyboards and
 * after a failure.
 */
export function MoreRows({ query, end }: Props) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const foot = useRef<HTMLDivElement>(null)
  useNear(
    foot,
    // Once per page.
    useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
    {
      ahead: AHEAD,
      // A refetch in progress would cut the next page off.
      when: hasNextPage && !isFetching && !isFetchNextPageError && query.dataUpdatedAt,
    },
  )
  if (!hasNextPage) return end === undefined ? null : <p className={styles.end}>{end}</p>
  return (
    <div className={styles.foot} ref={foot}>
      {isFetchNextPageError ? <p className="muted">The next ones could not be loaded.</p> : null}
      <p className={styles.onPaper}>{NOT_PRINTED}</p>
      <Button busy={isFetchingNextPage} busyText="Loading..." onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
