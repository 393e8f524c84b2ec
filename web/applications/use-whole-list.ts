import { useEffect } from 'react'

interface Pages {
  data: readonly unknown[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isError: boolean
  fetchNextPage: () => unknown
}

/** The maximum number of rows loaded so that an order covers everyone; beyond that, it covers the loaded ones. */
const MOST = 1_000

/** Loads the remaining pages of a list while `wanted`, one after the other. */
export function useWholeList(wanted: boolean, pages: Pages): void {
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages
  const goesOn = wanted && hasNextPage && !isFetchingNextPage && !isError
  const loaded = data?.length ?? 0
  useEffect(() => {
    if (goesOn && loaded < MOST) fetchNextPage()
  }, [goesOn, loaded, fetchNextPage])
}
