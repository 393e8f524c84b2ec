import { useSyncExternalStore } from 'react'
import { isLost, subscribeToReach } from './reach.ts'

/** Whether the server cannot be reached at this moment. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribeToReach, isLost, () => false)
}
