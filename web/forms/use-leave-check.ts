import { type FocusEvent, useEffect, useRef } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { Sentences } from './use-kept-form.tsx'

/**
 * Makes the `onBlur` of a `<form>`: what is wrong with a field is told when its reader leaves it, never before. While a
 * mouse button or finger is down it waits: a sentence that appears moves what is below it, and the press on a button
 * would miss.
 */
export function useLeaveCheck<Draft extends FieldValues>(
  form: Pick<UseFormReturn<Draft>, 'getValues' | 'setError'>,
  complaints: (typed: Draft) => Sentences<Draft>,
): (event: FocusEvent<HTMLFormElement>) => void {
  const pressed = useRef(false)
  const afterwards = useRef<() => void>(() => undefined)
  useEffect(() => {
    const end = new AbortController()
    const options = { capture: true, signal: end.signal }
    const release = () => {
      pressed.current = false
      const tell = afterwards.current
      afterwards.current = () => undefined
      // The click comes after this event.
      setTimeout(tell)
    }
    window.addEventListener('pointerdown', () => (pressed.current = true), options)
    window.addEventListener('pointerup', release, options)
    window.addEventListener('pointercancel', release, options)
    return () => end.abort()
  }, [])

  return ({ target }) => {
    const { name } = target as unknown as HTMLInputElement
    const field = name as FieldPath<Draft>
    if (!(name in form.getValues())) return
    const tell = () => {
      const message = complaints(form.getValues())[field]
      if (message !== undefined) form.setError(field, { message })
    }
    if (pressed.current) afterwards.current = tell
    else tell()
  }
}
