import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from './Loaded.tsx'

type Answer<Row> = ComponentProps<typeof Loaded<readonly Row[]>>

interface Props<Row> extends Omit<Answer<Row>, 'children' | 'query'> {
  /** A list that stands in for the next one says nothing of it: that there is nothing is then not known yet. */
  query: Answer<Row>['query'] & { isPlaceholderData?: boolean }
  /** What is said when there is nothing. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in its four states: those of an answer, and empty. */
export function LoadedList<Row>({ empty, children, ...answer }: Props<Row>) {
  const nothing = answer.query.isPlaceholderData ? answer.pending : empty
  return <Loaded {...answer}>{(rows) => (rows.length === 0 ? nothing : children(rows))}</Loaded>
}
