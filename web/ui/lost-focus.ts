/** What had the focus last, and what it stood in then, from the inside out. */
let trail: readonly Element[] = []

/** That, or empty while nothing has had the focus. Its elements may be gone by now. */
export const lastTrail = (): readonly Element[] => trail

/** Notes what has the focus, from now on. Returns how to stop. */
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

/** Where focus was caught, for as long as it stays there. */
let caught: Element | null = null

/** Whether the keyboard is nowhere that its reader chose. */
export const isNowhere = (): boolean =>
  document.activeElement === document.body || document.activeElement === caught

/** Focuses the place that catches the focus. */
export function catchIn(place: HTMLElement): void {
  caught = place
  focusOn(place)
}

/** Focuses an element, which can be focused for as long as it has the focus. */
export function focusOn(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
