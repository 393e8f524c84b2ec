/** One message at the lower right; the next one takes its place (SPEC §9: one at a time). */
export interface ToastMessage {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  detail?: string
}

/** SPEC §9: a dismissed toast is removed after this many ms; until then it is only out of sight. */
const REMOVED_AFTER_MS = 1_000_000

/** The last message, also after it was closed. */
let kept: ToastMessage | null = null
let shown = false
let removal: ReturnType<typeof setTimeout> | undefined
let lastId = 0
const listeners = new Set<() => void>()

function show(tone: ToastMessage['tone'], title: string, detail?: string) {
  clearTimeout(removal)
  lastId += 1
  kept = { id: lastId, tone, title, detail }
  shown = true
  for (const listener of listeners) listener()
}

/** Shows a toast from anywhere. Errors stay until they are closed; the rest leave after some seconds. */
export const toast = {
  success: (title: string, detail?: string) => show('success', title, detail),
  error: (title: string, detail?: string) => show('error', title, detail),
  info: (title: string, detail?: string) => show('info', title, detail),
  /** Closes the toast with this id, or whatever is shown. */
  dismiss(id?: number) {
    if (!shown || (id !== undefined && kept?.id !== id)) return
    shown = false
    removal = setTimeout(() => (kept = null), REMOVED_AFTER_MS)
    for (const listener of listeners) listener()
  },
}

/** `toast` for components; the same object every time. */
export function useToast(): typeof toast {
  return toast
}

/** The message shown now, or null. */
export function currentToast(): ToastMessage | null {
  return shown ? kept : null
}

/** The message shown last, also when it was closed; null once it is removed. */
export function lastToast(): ToastMessage | null {
  return kept
}

/** Calls `listener` whenever another message is shown or the last one went. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
