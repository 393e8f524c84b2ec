import { useDeferredValue } from 'react'

/**
 * A response's data, but undefined for one more moment when it has just arrived: its rendering is then sliced, and
 * input is handled in between. React renders changes from a store synchronously otherwise.
 */
export function useArrived<Data>(data: Data | undefined): Data | undefined {
  const before = useDeferredValue(data)
  return before === undefined ? undefined : data
}
