/** Which account this browser's push subscription is registered for, by which session, under which address. */
export interface PushMark {
  userId: string
  sessionId: string
  endpoint: string
}

const KEY = 'cartwright-push'

/** What was registered last on this device; null where nothing was. */
export function readPushMark(): PushMark | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as PushMark | null
  } catch {
    return null
  }
}

/** Null: nothing is registered any more. */
export function writePushMark(mark: PushMark | null): void {
  try {
    if (mark === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(mark))
  } catch {
    // Storage is disabled: the next visit does not know of it, and registers nothing.
  }
}
