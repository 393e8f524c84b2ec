import { useSyncExternalStore } from 'react'

/** From this width on, two panes are side by side (DESIGN §6). */
const WIDE = '(min-width: 900px)'

/** Returns whether the window is wide enough for two panes; follows its size. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
