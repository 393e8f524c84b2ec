import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { isGone } from '#web/api/errors.ts'
import { FailedPage } from './FailedPage.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Unjoined } from '#web/page/Unjoined.tsx'

interface Props<Data> {
  query: UseQueryResult<Data>
  /** `missing` and its hint are shown where the link leads nowhere, `failed` where the fetch failed. */
  words: { missing: string; missingHint: string; failed: string }
  /** The heading of a page that cannot show its own. */
  heading: string
  children: (data: Data) => ReactNode
}

/** A page that people open from a link they were given: its content, or why it shows none. */
export function PageByLink<Data>({ query, words, heading, children }: Props<Data>) {
  if (query.isError && isGone(query.error))
    return (
      <Unjoined
        title={words.missing}
        text={words.missingHint}
        action={
          <ButtonLink variant="primary" size="lg" to={paths.home}>
            Return to Home
          </ButtonLink>
        }
      />
    )
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return <FailedPage heading={heading} query={query} failed={() => words.failed} />
  return <Loading page />
}
