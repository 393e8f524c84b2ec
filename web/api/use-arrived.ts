import { useDeferredValue } from 'react'

/**
 * The data of an answer, but undefined for a moment more when it has just come: what it brings to the screen is then
 * drawn in pieces, and presses are heard between them. Whatever a store tells React is otherwise drawn in one go.
 */
export function useArrived<Data>(data: Data | undefined): Data | undefined {
  const before = useDeferredValue(data)
  return before === undefined ? undefined : data
}
