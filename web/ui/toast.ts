/** One message at the lower right; the next one takes its place (SPEC §9: one at a time). */
export interface ToastMessage {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  detail?: string
}

let current: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(tone: ToastMessage['tone'], title: string, detail?: string) {
  lastId += 1
  current = { id: lastId, tone, title, detail }
  for (const listener of listeners) listener()
}

/** Shows a toast from anywhere. Errors stay until they are closed; the rest leave after some seconds. */
export const toast = {
  success: (title: string, detail?: string) => show('success', title, detail),
  error: (title: string, detail?: string) => show('error', title, detail),
  info: (title: string, detail?: string) => show('info', title, detail),
  /** Closes the toast with this id, or whatever is shown. */
  dismiss(id?: number) {
    if (!current || (id !== undefined && current.id !== id)) return
    current = null
    for (const listener of listeners) listener()
  },
}

/** `toast` for components; the same object every time. */
export function useToast(): typeof toast {
  return toast
}

/** The message shown now, or null. */
export function currentToast(): ToastMessage | null {
  return current
}

/** Calls `listener` whenever another message is shown or the last one went. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
