import type { FormEvent, RefObject } from 'react'

/** Handles the submit event of a form that may have to ask something first: calls what `guard` holds, or sends. */
export function guarded(
  event: FormEvent,
  guard: RefObject<(() => void) | null>,
  send: () => void,
): void {
  event.preventDefault()
  if (guard.current === null) send()
  else guard.current()
}
