/* A modal dialog makes the rest of the page inert, so a toast must live inside the dialog on top.
   This stack tells the toaster which one that is. */
const stack: HTMLElement[] = []
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** Puts an open dialog on top; returns the function that removes it. */
export function pushDialog(dialog: HTMLElement): () => void {
  stack.push(dialog)
  changed()
  return () => {
    const at = stack.lastIndexOf(dialog)
    if (at >= 0) stack.splice(at, 1)
    changed()
  }
}

/** The top open dialog, or null. */
export function topDialog(): HTMLElement | null {
  return stack.at(-1) ?? null
}

/** Calls `listener` whenever the top dialog may have changed. */
export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
