import type { ReactNode } from 'react'
import type { DealAmendments } from '#contract/amendment-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { wordsOf } from './drawn.tsx'

/** The words of a part of project `p`'s page whose deal has these changes; of a change, only what the part reads. */
export const wordsWithChanges = (part: ReactNode, deal: object): string =>
  wordsOf(part, (cache) =>
    cache.setQueryData(
      apiQuery('amendments.list', { params: { id: 'p' } }).queryKey,
      deal as DealAmendments,
    ),
  )
