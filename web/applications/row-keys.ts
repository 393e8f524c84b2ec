import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/**
 * The up and down keys, and j and k, move the focus from row to row of a list. Only while the focus is in the list: single
 * letters must not act anywhere else (WCAG 2.1.4), and arrows scroll the page.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event
  if (step === undefined || ctrlKey || metaKey || altKey || shiftKey) return
  // In a field these keys type, and in a dialog they belong to the dialog.
  if (!(target instanceof Element) || target.closest('input, textarea, select, dialog')) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(':scope > article')]
  const next = rows[rows.findIndex((row) => row.contains(target)) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
