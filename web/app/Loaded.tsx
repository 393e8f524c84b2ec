import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../api/errors.ts'
import { useArrived } from '../api/use-arrived.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props<Data> {
  query: Pick<UseQueryResult<Data>, 'error' | 'isPending'> & {
    data: Data | undefined
    refetch: () => Promise<unknown>
  }
  /** What stands in its place while it loads: a skeleton of it. */
  pending: ReactNode
  /** The page error of SPEC §8, given the server's sentence; that sentence alone without it. */
  failed?: (message: string) => string
  children: (data: Data) => ReactNode
}

/** An answer in its three states: loading, failed with a way to try again, there. Once loaded it stays. */
export function Loaded<Data>({ query, pending, failed, children }: Props<Data>) {
  const { error, isPending, refetch } = query
  const data = useArrived(query.data)
  if (data !== undefined) return children(data)
  if (isPending || query.data !== undefined) return pending
  const message = messageOf(error)
  const title = failed ? failed(message) : message
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      actions={
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {title.includes(message) ? null : message}
    </Notice>
  )
}
