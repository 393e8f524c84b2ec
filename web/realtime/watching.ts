import { useSyncExternalStore } from 'react'
import { WATCHING } from '#contract/review-notes.ts'

/** Tracks where someone is in a version. The socket delivers it, silence ends it, and it is never stored. */
export interface Watching {
  at_ms: number
  playing: boolean
  /** The position of the file they look at; absent when an older page reports. */
  file?: number | undefined
}

/** By version and person. */
const places = new Map<string, { where: Watching; timer: ReturnType<typeof setTimeout> }>()
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** Someone is in a version; it ends by itself unless they report it again. */
export function setWatching(deliverableId: string, userId: string, where: Watching): void {
  const key = `${deliverableId} ${userId}`
  clearTimeout(places.get(key)?.timer)
  const timer = setTimeout(() => {
    places.delete(key)
    changed()
  }, WATCHING.lastsMs)
  places.set(key, { where, timer })
  changed()
}

/** Forgets everything. */
export function forgetWatching(): void {
  for (const { timer } of places.values()) clearTimeout(timer)
  places.clear()
  changed()
}

/** Where a person is in a version; null while they are not in it. */
export function useWatching(deliverableId: string, userId: string): Watching | null {
  return useSyncExternalStore(
    subscribe,
    () => places.get(`${deliverableId} ${userId}`)?.where ?? null,
    () => null,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
