/** Where focus was caught, for as long as it stays there. */
let caught: Element | null = null

/** Whether the keyboard is nowhere that its reader chose. */
export const isNowhere = (): boolean =>
  document.activeElement === document.body || document.activeElement === caught

/** Whether that is where focus was caught. */
export const isCaught = (place: Element): boolean => place === caught

/** The focus was caught here, or (null) has moved on. */
export const setCaught = (place: Element | null): void => void (caught = place)

/** Focuses an element, which can be focused for as long as it has the focus. */
export function focusOn(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
