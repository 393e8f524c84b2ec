import { useEffect, useSyncExternalStore } from 'react'

let section: string | null = null
const listeners = new Set<() => void>()

function say(next: string | null) {
  section = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Lets a page say which page of the main navigation it belongs to, where its address alone does not: a creator's own
 * deal and a project to apply to have the same address.
 */
export function useBelongsTo(path: string): void {
  useEffect(() => {
    say(path)
    return () => say(null)
  }, [path])
}

/** The path that the current page has set; null while it has set none. */
export const useSection = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => section,
    () => null,
  )
