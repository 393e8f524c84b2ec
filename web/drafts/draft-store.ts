/**
 * Unsaved form input, kept for this tab: a reload restores it. By person and form. Never given passwords or card data.
 */

const PREFIX = 'cartwright-draft:'

/** What `person` (null is someone signed out) left in a form, or `saved`; fields it no longer has are dropped. */
export function restoreDraft<T extends object>(person: string | null, form: string, saved: T): T {
  const kept = read(keyOf(person, form))
  if (kept === null) return saved
  const entries = Object.entries(saved).map(([field, value]) => {
    const was = kept[field]
    return [field, isSameKind(was, value) ? was : value]
  })
  return Object.fromEntries(entries) as T
}

/** Stores a draft; null deletes it. */
export function keepDraft(person: string | null, form: string, draft: object | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(person, form))
    else sessionStorage.setItem(keyOf(person, form), JSON.stringify(draft))
  } catch {
    // Storage is disabled or full: the form itself still holds the input.
  }
}

const forgetters = new Set<() => void>()

/** Calls `forget` when all drafts are deleted: for code that holds some outside the store. */
export function alsoForget(forget: () => void): void {
  forgetters.add(forget)
}

/** Deletes every draft of this tab: the next person at this device must not find them. */
export function forgetDrafts(): void {
  for (const forget of forgetters) forget()
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Storage is disabled: there are none.
  }
}

const keyOf = (person: string | null, form: string) => `${PREFIX}${person ?? 'anyone'}:${form}`

function read(key: string): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...kept } : null
  } catch {
    return null
  }
}

/** Sufficient for what this app itself wrote: a text stays a text, a list a list. Null may become a text. */
function isSameKind(was: unknown, value: unknown): boolean {
  if (was === undefined) return false
  if (was === null || value === null) return typeof (was ?? value) !== 'object' || was === value
  return typeof was === typeof value && Array.isArray(was) === Array.isArray(value)
}
