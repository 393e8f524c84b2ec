import type { FormEvent, RefObject } from 'react'

/** A form's event, for a form that something may ask about first: calls what `guard` holds, or sends. */
export function guarded(
  event: FormEvent,
  guard: RefObject<(() => void) | null>,
  send: () => void,
): void {
  event.preventDefault()
  if (guard.current === null) send()
  else guard.current()
}
