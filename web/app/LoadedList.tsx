import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from './Loaded.tsx'

interface Props<Row> extends Omit<ComponentProps<typeof Loaded<readonly Row[]>>, 'children'> {
  /** What is said when there is nothing. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in its four states: those of an answer, and empty. */
export function LoadedList<Row>({ empty, children, ...answer }: Props<Row>) {
  return <Loaded {...answer}>{(rows) => (rows.length === 0 ? empty : children(rows))}</Loaded>
}
