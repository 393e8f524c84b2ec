import type { FormEvent, RefObject } from 'react'

/** A form's event, for a form that something may ask about first: it calls what `guard` holds, or sends. */
export const guarded =
  (guard: RefObject<(() => void) | null>, send: () => void) =>
  (event: FormEvent): void => {
    event.preventDefault()
    if (guard.current === null) send()
    else guard.current()
  }
