import { type RefObject, useEffect, useRef } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { Sentences } from './use-kept-form.tsx'

/**
 * The ref of a `<form>` that shows a field's error when the user leaves the field, never before. While a mouse button
 * or finger is down it waits: an error that appears moves the content below it, and the press would miss its button.
 */
export function useLeaveCheck<Draft extends FieldValues>(
  form: Pick<UseFormReturn<Draft>, 'getValues' | 'setError'>,
  complaints: (typed: Draft) => Sentences<Draft>,
): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null)
  const latest = useRef({ form, complaints })
  useEffect(() => {
    latest.current = { form, complaints }
  })

  useEffect(() => {
    const end = new AbortController()
    const options = { capture: true, signal: end.signal }
    let pressed = false
    let waiting = new Array<() => void>()
    const release = () => {
      pressed = false
      const due = waiting
      waiting = []
      // The click comes after this event.
      setTimeout(() => {
        for (const complain of due) complain()
      })
    }
    window.addEventListener('pointerdown', () => (pressed = true), options)
    window.addEventListener('pointerup', release, options)
    window.addEventListener('pointercancel', release, options)
    element.current?.addEventListener(
      'focusout',
      ({ target }) => {
        const name = target instanceof Element ? target.getAttribute('name') : null
        if (name === null || !(name in latest.current.form.getValues())) return
        const complain = () => {
          const { form, complaints } = latest.current
          const message = complaints(form.getValues())[name]
          if (message !== undefined) form.setError(name as FieldPath<Draft>, { message })
        }
        if (pressed) waiting.push(complain)
        else complain()
      },
      options,
    )
    return () => end.abort()
  }, [])

  return element
}
