import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  query: Pick<UseQueryResult, 'error'> & { refetch: () => Promise<unknown> }
  /** The page error of SPEC §8, given the server's sentence; that sentence alone without it. */
  failed?: ((message: string) => string) | undefined
}

/** What stands in the place of an answer that did not come: why, and a way to try again. */
export function FailedNotice({ query, failed }: Props) {
  const message = messageOf(query.error)
  const title = failed ? failed(message) : message
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      actions={
        <Button size="sm" onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {title.includes(message) ? null : message}
    </Notice>
  )
}
