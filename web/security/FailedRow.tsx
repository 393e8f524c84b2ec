import type { ComponentProps } from 'react'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SecurityRow } from './SecurityRow.tsx'

interface Props {
  title: string
  query: ComponentProps<typeof Loaded>['query']
  failed: string
}

/** Replaces a row whose first read failed: says so, and offers a retry. It stays during the retry, with the focus in it. */
export function FailedRow({ title, query, failed }: Props) {
  return (
    <SecurityRow title={title}>
      <Loaded query={query} pending={<Skeleton height={44} />} failed={() => failed}>
        {() => null}
      </Loaded>
    </SecurityRow>
  )
}
