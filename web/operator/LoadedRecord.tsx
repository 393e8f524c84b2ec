import type { ComponentProps, ReactNode } from 'react'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Loading } from '#web/ui/Loading.tsx'

interface Props<Data> extends Pick<ComponentProps<typeof Loaded<Data>>, 'query' | 'children'> {
  /** What the record is, for a page that cannot say which one it is. */
  title: string
  /** The link to the list that contains it. */
  back: ReactNode
}

/** One record of the console: loading, failed under a heading of its own, or loaded. */
export function LoadedRecord<Data>({ query, title, back, children }: Props<Data>) {
  if (query.error !== null && query.data === undefined)
    return <FailedRecord query={query} title={title} back={back} />
  return (
    <Loaded query={query} pending={<Loading />}>
      {children}
    </Loaded>
  )
}

function FailedRecord({ query, title, back }: Omit<Props<unknown>, 'children'>) {
  usePageHead({ title })
  return (
    <>
      {back}
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <FailedNotice query={query} />
    </>
  )
}
