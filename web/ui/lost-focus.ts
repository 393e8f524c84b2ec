/** The element that last had the focus, and its ancestors at that time, from the inside out. */
let trail: readonly Element[] = []

/** Returns them, or an empty list while nothing has had the focus. The elements may no longer exist. */
export const lastTrail = (): readonly Element[] => trail

/** Records which element has the focus, from now on. Returns a function that stops it. */
export function followFocus(): () => void {
  const note = () => {
    const now = document.activeElement
    if (now === null || now === document.body) return
    if (now !== caught) caught = null
    const next: Element[] = []
    for (let at: Element | null = now; at !== null; at = at.parentElement) next.push(at)
    trail = next
  }
  note()
  document.addEventListener('focusin', note)
  return () => document.removeEventListener('focusin', note)
}

/** The place where focus was caught, for as long as focus stays there. */
let caught: Element | null = null

/** Whether the focus is in no place that the reader chose. */
export const isNowhere = (): boolean =>
  document.activeElement === document.body || document.activeElement === caught

/** Focuses the place that catches the focus. */
export function catchIn(place: HTMLElement): void {
  caught = place
  focusOn(place)
}

/** Focuses an element, and makes it focusable for as long as it has the focus. */
export function focusOn(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
