import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './MoreRows.module.css'

interface Props {
  query: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    /** When the last page came, in ms. */
    dataUpdatedAt: number
    fetchNextPage: () => Promise<unknown>
  }
  /** What is said below the last row of a list of several pages. */
  end?: string | undefined
}

/** How far below the window's edge the end of a list may be when the next page is asked for. */
const AHEAD = '800px'

/**
 * The foot of a list that grows: the next page comes by itself shortly before its end is in sight, or by the button,
 * which is there for keyboards and for when loading has failed.
 */
export function MoreRows({ query, end }: Props) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage) return end === undefined ? null : <p className={styles.end}>{end}</p>
  // Fetching anew would cut the next page off; afterwards the foot is looked for once more.
  const wanted = !isFetching && !isFetchNextPageError
  return (
    <div className={styles.foot}>
      {wanted ? <Edge key={query.dataUpdatedAt} onNear={fetchNextPage} /> : null}
      {isFetchNextPageError ? <p className="muted">The next ones could not be loaded.</p> : null}
      <Button busy={isFetchingNextPage} busyText="Loading..." onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}

/**
 * Where the loaded rows end. One for each page: an observer tells of changes only, and of a page that comes between
 * two frames while the end stays in sight there is none.
 */
function Edge({ onNear }: { onNear: () => Promise<unknown> }) {
  const edge = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!edge.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void onNear()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(edge.current)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={edge} className={styles.edge} />
}
