import { useSyncExternalStore } from 'react'

/** How the socket is: 'down' only once it has not come back for some seconds, so that a blink shows nothing. */
export type ConnectionState = 'off' | 'connecting' | 'up' | 'down'

/** A reload of the server, a change of network: back before anybody should read about it, in ms. */
const BLINK_MS = 3_000

let state: ConnectionState = 'off'
let blink: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: ConnectionState) {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

/** What the connection reports. */
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

/** Whether events arrive by themselves at this moment. */
export const isConnected = (): boolean => state === 'up'

/** The state of the socket for screens. */
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
