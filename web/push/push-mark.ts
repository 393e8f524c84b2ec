/** The account, the session and the address for which this browser's push subscription is registered. */
export interface PushMark {
  userId: string
  sessionId: string
  endpoint: string
}

const KEY = 'cartwright-push'

/** The last registration on this device; null where there was none. */
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
    // Storage is disabled: the next visit does not know about it, and registers nothing.
  }
}
