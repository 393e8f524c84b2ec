import { useEffect, type RefObject } from 'react'
import { pushDialog, topDialog } from './dialog-stack.ts'

/**
 * Shows the native `<dialog>` in `ref` as a modal while `open`: focus is trapped in it, and returns to the element that
 * opened it. Focuses its first field, or else what the browser chooses.
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const opener = document.activeElement
    keepScrollBarsPlace()
    dialog.showModal()
    // React's autoFocus runs before the dialog is shown and is lost; the browser would focus the close button.
    dialog.querySelector<HTMLElement>('input, select, textarea')?.focus()
    const pop = pushDialog(dialog)
    return () => {
      pop()
      dialog.close()
      // The browser returns focus only if the dialog is still in the document.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [ref, open])
}

/** Tells the style sheet the width of the page's scroll bar, while the bar is still there. */
function keepScrollBarsPlace() {
  if (topDialog()) return
  const { documentElement: root } = document
  root.style.setProperty('--scroll-bar', `${window.innerWidth - root.clientWidth}px`)
}
