import { type ClipboardEvent, use } from 'react'
import { numberText } from '#contract/number-text.ts'
import { FieldContext } from './field-context.ts'
import { toast } from './toast.ts'

/** Shown when only the beginning of a pasted text fits. */
export const pasteCut = (most: number): string =>
  `The pasted text was cut: at most ${numberText(most)} characters fit here.`

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * The `onPaste` of a control with a `maxLength`: the browser silently cuts off what does not fit, so this reports it,
 * in the surrounding field or, without one, as a toast. `then` is the caller's own `onPaste`.
 */
export function usePasteLimit<Control extends TextControl>(
  most: number | undefined,
  then?: (event: ClipboardEvent<Control>) => void,
) {
  const field = use(FieldContext)
  return (event: ClipboardEvent<Control>) => {
    then?.(event)
    if (most === undefined || event.defaultPrevented) return
    const { value, selectionStart, selectionEnd } = event.currentTarget
    // Each line break counts as one, as in the browser's own count.
    const pasted = event.clipboardData.getData('text').replaceAll('\r\n', '\n')
    const selected = (selectionEnd ?? 0) - (selectionStart ?? 0)
    const isCut = value.length - selected + pasted.length > most
    if (field) field.setNote(isCut ? pasteCut(most) : null)
    else if (isCut) toast.info(pasteCut(most))
  }
}
