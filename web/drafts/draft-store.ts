/**
 * Unsaved form input, kept for this tab by person and form: a reload restores it. Never given passwords or card data.
 * Input that waits for another page to be completed is kept on the device, because that page opens in another tab.
 */

const PREFIX = 'cartwright-draft:'
/** An application may wait for payouts, and an uploaded delivery for money. */
const LASTING = /^(apply|delivery-files)-/
/** How long a draft on the device is kept, in ms. */
const LASTS_MS = 30 * 24 * 3_600_000

/** Whether this form's draft is kept on the device, so that leaving the page loses nothing. */
export const isLasting = (form: string): boolean => LASTING.test(form)

const storageOf = (form: string): Storage => (isLasting(form) ? localStorage : sessionStorage)

/**
 * Returns what `person` (null is someone signed out) left in a form, or `saved`. Fields that the form no longer has are
 * dropped.
 */
export function restoreDraft<T extends object>(person: string | null, form: string, saved: T): T {
  const kept = read(person, form)
  if (kept === null) return saved
  const entries = Object.entries(saved).map(([field, value]) => {
    const was = kept[field]
    return [field, isSameKind(was, value) ? was : value]
  })
  return Object.fromEntries(entries) as T
}

/** Returns the id that a draft was sent with; null for one that was never sent. */
export function sentId(person: string | null, form: string): string | null {
  return (read(person, form)?.[SENT_ID] as string | undefined) ?? null
}

/** Stores beside a draft the id that it is sent with. Does nothing if there is no draft. */
export function keepSentId(person: string | null, form: string, id: string): void {
  const kept = read(person, form)
  if (kept !== null) keepDraft(person, form, kept, id)
}

/** Stores a draft, with the id that it was sent with, if any; null deletes both. */
export function keepDraft(
  person: string | null,
  form: string,
  draft: object | null,
  id: string | null = null,
): void {
  try {
    const storage = storageOf(form)
    if (draft === null) storage.removeItem(keyOf(person, form))
    else {
      const kept = { ...draft, [KEPT_AT]: Date.now(), [SENT_ID]: id }
      storage.setItem(keyOf(person, form), JSON.stringify(kept))
    }
  } catch {
    // Storage is disabled or full: the form itself still holds the input.
  }
}

/** Stored beside the fields: when the draft was saved, in ms. */
const KEPT_AT = ':kept-at'
/** The same: the id of what was to be created. */
const SENT_ID = ':id'

const forgetters = new Set<() => void>()

/** Calls `forget` when all drafts are deleted: for code that holds drafts outside the store. */
export function alsoForget(forget: () => void): void {
  forgetters.add(forget)
}

/** Deletes every draft of this tab and of this device: the next person here must not find them. */
export function forgetDrafts(): void {
  for (const forget of forgetters) forget()
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  } catch {
    // Storage is disabled: there are none.
  }
}

/** Deletes what people other than `person` left on this device, and drafts that have expired. */
export function sweepDrafts(person: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX)) continue
      const isOwn = key.startsWith(`${PREFIX}${person}:`)
      const keptAt = (JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>)[
        KEPT_AT
      ]
      if (!isOwn || !(Date.now() - Number(keptAt) < LASTS_MS)) localStorage.removeItem(key)
    }
  } catch {
    // Storage is disabled: there are none.
  }
}

const keyOf = (person: string | null, form: string) => `${PREFIX}${person ?? 'anyone'}:${form}`

function read(person: string | null, form: string): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(storageOf(form).getItem(keyOf(person, form)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...kept } : null
  } catch {
    return null
  }
}

/** Sufficient for what this app wrote itself: a string stays a string, a list a list. Null may become a string. */
function isSameKind(was: unknown, value: unknown): boolean {
  if (was === undefined) return false
  if (was === null || value === null) return typeof (was ?? value) !== 'object' || was === value
  return typeof was === typeof value && Array.isArray(was) === Array.isArray(value)
}
