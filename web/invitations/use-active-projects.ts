import { useEffect, useState } from 'react'
import { useMyProjects } from '#web/projects/use-projects.ts'

/** All active projects of the brand, for a choice among them: every page is loaded. */
export function useActiveProjects() {
  const projects = useMyProjects({ status: 'active' })
  const { hasNextPage, isFetching, isError, fetchNextPage } = projects
  /** Why the next page failed. A refetch of the earlier pages clears the query's own error, but not this one. */
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    // All pages are loaded for the choice. A failed one is not retried automatically.
    if (hasNextPage && !isFetching && !isError && !failure)
      void fetchNextPage().then(({ error }) => setFailure(error))
  }, [hasNextPage, isFetching, isError, failure, fetchNextPage])
  function tryAgain() {
    setFailure(null)
    return projects.refetch()
  }
  const active = projects.data
  return {
    /** Undefined until the first page is known. */
    active,
    /** For FailedNotice while some projects are missing; otherwise null. */
    failed:
      (isError || failure) && (!active || hasNextPage)
        ? { error: failure ?? projects.error, refetch: tryAgain }
        : null,
  }
}
