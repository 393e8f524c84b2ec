import type { FormEvent } from 'react'

/** A form's event for something that asks before it sends. */
export const onSubmit =
  (submit: () => void) =>
  (event: FormEvent): void => {
    event.preventDefault()
    submit()
  }
