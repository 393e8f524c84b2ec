import type { ComponentProps } from 'react'
import { Button } from '#web/ui/Button.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'size'> {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  /** The button's label. */
  children: string
}

/** Loads earlier rows on a press and shows when that failed. Renders nothing when there are none. */
export function EarlierRows({ query, size, children }: Props) {
  if (!query.hasNextPage) return null
  return (
    <>
      {query.isFetchNextPageError ? (
        <p className="muted" role="alert">
          The next ones could not be loaded.
        </p>
      ) : null}
      <Button
        size={size}
        busy={query.isFetchingNextPage}
        busyText="Loading..."
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchNextPageError ? 'Try again' : children}
      </Button>
    </>
  )
}
