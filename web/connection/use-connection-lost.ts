import { useSyncExternalStore } from 'react'
import { isLost, subscribeToReach } from './reach.ts'

/** Whether the server is unreachable right now. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribeToReach, isLost, () => false)
}
