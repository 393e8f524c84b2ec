import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useArrived } from '#web/api/use-arrived.ts'
import { FailedNotice } from './FailedNotice.tsx'

interface Props<Data> extends Pick<ComponentProps<typeof FailedNotice>, 'failed'> {
  query: Pick<UseQueryResult<Data>, 'error' | 'isPending'> & {
    data: Data | undefined
    refetch: () => Promise<unknown>
  }
  /** The skeleton shown while it loads. */
  pending: ReactNode
  children: (data: Data) => ReactNode
}

/** A query in its three states: loading, failed with a retry, loaded. Once loaded, it stays loaded. */
export function Loaded<Data>({ query, pending, failed, children }: Props<Data>) {
  const data = useArrived(query.data)
  if (data !== undefined) return children(data)
  if (query.isPending || query.data !== undefined) return pending
  return <FailedNotice query={query} failed={failed} />
}
