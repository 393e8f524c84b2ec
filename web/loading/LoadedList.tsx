import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from './Loaded.tsx'

type Answer<Row> = ComponentProps<typeof Loaded<readonly Row[]>>

interface Props<Row> extends Omit<Answer<Row>, 'children' | 'query'> {
  /** A list kept as a placeholder for the next one does not show whether the next one is empty. */
  query: Answer<Row>['query'] & { isPlaceholderData?: boolean }
  /** The empty state's text. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in its four states: the three of a query, and empty. */
export function LoadedList<Row>({ empty, children, ...answer }: Props<Row>) {
  const nothing = answer.query.isPlaceholderData ? answer.pending : empty
  return <Loaded {...answer}>{(rows) => (rows.length === 0 ? nothing : children(rows))}</Loaded>
}
