import { useSyncExternalStore } from 'react'
import { TYPING } from '#contract/conversations.ts'

/** Typing and presence: delivered by the socket, discarded when it closes, never stored. */
const online = new Map<string, boolean>()
/** By conversation: who is typing, and the timer that ends it. */
const typing = new Map<string, { userId: string; timer: ReturnType<typeof setTimeout> }>()
/** By conversation and person: when their message arrived. */
const arrived = new Map<string, number>()
/** How late a typing event may arrive after its message, in ms. */
const QUIET_MS = 1_500
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

export function setPresence(userId: string, isOnline: boolean): void {
  online.set(userId, isOnline)
  changed()
}

/** Someone is typing; it ends by itself unless they continue. */
export function setTyping(conversationId: string, userId: string): void {
  if (Date.now() - (arrived.get(`${conversationId} ${userId}`) ?? 0) < QUIET_MS) return
  clearTimeout(typing.get(conversationId)?.timer)
  const timer = setTimeout(() => stopTyping(conversationId, userId), TYPING.lastsMs)
  typing.set(conversationId, { userId, timer })
  changed()
}

/** Their message has arrived. */
export function endTyping(conversationId: string, userId: string): void {
  arrived.set(`${conversationId} ${userId}`, Date.now())
  stopTyping(conversationId, userId)
}

function stopTyping(conversationId: string, userId: string): void {
  if (typing.get(conversationId)?.userId !== userId) return
  clearTimeout(typing.get(conversationId)?.timer)
  typing.delete(conversationId)
  changed()
}

/** Forgets everything. */
export function forgetEphemeralEvents(): void {
  for (const { timer } of typing.values()) clearTimeout(timer)
  typing.clear()
  arrived.clear()
  online.clear()
  changed()
}

/** Whether a person is online; null while unknown. */
export function useOnline(userId: string): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => online.get(userId) ?? null,
    () => null,
  )
}

/** Whether this person is typing in this conversation. */
export function useTyping(conversationId: string, userId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => typing.get(conversationId)?.userId === userId,
    () => false,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
