import { useEffect } from 'react'

interface Pages {
  data: readonly unknown[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isError: boolean
  fetchNextPage: () => unknown
}

/** Rows that are loaded so that an order is of everyone; beyond them it is of who is loaded. */
const MOST = 1_000

/** Loads the pages that are left of a list while `wanted`, one after the other. */
export function useWholeList(wanted: boolean, pages: Pages): void {
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages
  const goesOn = wanted && hasNextPage && !isFetchingNextPage && !isError
  const loaded = data?.length ?? 0
  useEffect(() => {
    if (goesOn && loaded < MOST) fetchNextPage()
  }, [goesOn, loaded, fetchNextPage])
}
