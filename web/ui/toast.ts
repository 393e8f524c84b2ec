/** One message at the lower right; the next one replaces it (SPEC §9: one at a time). */
export interface ToastMessage {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  detail?: string
  /** Where on the page it is shown (PlacedToast), for what belongs beside a form; absent: at the lower right. */
  place?: string
}

/** SPEC §9: a dismissed toast is removed after this many ms; until then it is only hidden. */
const REMOVED_AFTER_MS = 1_000_000
/** How long a message stays before a non-error replaces it, in ms: long enough to read two lines. */
const READ_MS = 4_000

/** The last message, even after it was closed. */
let kept: ToastMessage | null = null
let shown = false
/** When the current message will have been read; null while someone holds it. */
let readAt: number | null = 0
/** The messages that wait until the current one is read. */
let waiting: ToastMessage[] = []
let removal: ReturnType<typeof setTimeout> | undefined
let turn: ReturnType<typeof setTimeout> | undefined
let lastId = 0
const listeners = new Set<() => void>()

function show(tone: ToastMessage['tone'], title: string, detail?: string, place?: string) {
  lastId += 1
  const message = { id: lastId, tone, title, detail, place }
  // Errors are shown immediately. Repeating the current one adds no second message.
  const mayWait = tone !== 'error' && shown && kept?.title !== title
  if (mayWait && (waiting.length > 0 || readAt === null || Date.now() < readAt)) {
    waiting = [...waiting.filter((one) => one.title !== title), message]
    takeTurns()
  } else put(message)
}

function put(message: ToastMessage) {
  clearTimeout(removal)
  kept = message
  shown = true
  readAt = Date.now() + READ_MS
  takeTurns()
  notify()
}

/** Lets the next waiting message replace the current one once that is read. */
function takeTurns() {
  clearTimeout(turn)
  if (waiting.length > 0 && readAt !== null) turn = setTimeout(next, readAt - Date.now())
}

function next() {
  const message = waiting.shift()
  if (message) put(message)
}

function notify() {
  for (const listener of listeners) listener()
}

/** Shows a toast from anywhere. Errors stay until closed; the rest disappear after some seconds. */
export const toast = {
  success: (title: string, detail?: string) => show('success', title, detail),
  error: (title: string, detail?: string) => show('error', title, detail),
  /** Shows an error beside what it is about: a `PlacedToast` of this place must be on the page. */
  errorAt: (place: string, title: string, detail?: string) => show('error', title, detail, place),
  info: (title: string, detail?: string) => show('info', title, detail),
  /**
   * Closes the toast with this id in favour of the next one waiting, or, without an id, everything shown or waiting.
   */
  dismiss(id?: number) {
    if (id === undefined) waiting = []
    if (!shown || (id !== undefined && kept?.id !== id)) return
    clearTimeout(turn)
    if (waiting.length > 0) return next()
    shown = false
    removal = setTimeout(() => (kept = null), REMOVED_AFTER_MS)
    notify()
  },
  /** Closes the toast with this key: the thing it was about has changed. */
  dismissAt(place: string) {
    if (shown && kept?.place === place) toast.dismiss(kept.id)
  },
  /** Keeps the current message in place while someone points at it. */
  hold(isHeld: boolean) {
    readAt = isHeld ? null : Date.now() + READ_MS
    takeTurns()
  },
}

/** `toast` for components; the same object every time. */
export function useToast(): typeof toast {
  return toast
}

/** The current message, or null. */
export function currentToast(): ToastMessage | null {
  return shown ? kept : null
}

/** The last message, even after it was closed; null once it is removed. */
export function lastToast(): ToastMessage | null {
  return kept
}

/** Calls `listener` whenever another message is shown or the last one disappears. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
