import { useDeferredValue } from 'react'

/**
 * A response's data, but undefined for a moment longer when it has just arrived: its rendering is then sliced, and
 * input is handled in between. Otherwise React renders changes from a store synchronously.
 */
export function useArrived<Data>(data: Data | undefined): Data | undefined {
  const before = useDeferredValue(data)
  return before === undefined ? undefined : data
}
