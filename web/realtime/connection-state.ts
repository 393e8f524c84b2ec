import { useSyncExternalStore } from 'react'

/** The socket's state: 'down' only after it has been gone for some seconds, so that a short outage shows nothing. */
export type ConnectionState = 'off' | 'connecting' | 'up' | 'down'

/** Long enough for a server reload or a network change to end before any message appears, in ms. */
const BLINK_MS = 3_000

let state: ConnectionState = 'off'
let blink: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: ConnectionState) {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

/** The states that the connection reports. */
export function setConnected(next: 'off' | 'connecting' | 'up'): void {
  if (next === 'connecting') {
    if (state === 'down') return
    blink ??= setTimeout(() => become('down'), BLINK_MS)
  } else {
    clearTimeout(blink)
    blink = undefined
  }
  become(next)
}

/** Whether events arrive live right now. */
export const isConnected = (): boolean => state === 'up'

/** The socket's state for screens. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => 'off',
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
