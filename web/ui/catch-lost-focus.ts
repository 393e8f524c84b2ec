import { focusOn, isCaught, setCaught } from './lost-focus.ts'

/** What says where one is, from the inside out. */
const PLACES =
  'section[aria-label], section[aria-labelledby], article[aria-label], [role="group"][aria-label], [tabindex], dialog[open], main'

/**
 * Catches focus whose element is removed or hidden, for keyboards and screen readers: focus that no one moves within
 * two frames goes to the nearest remaining element, never to the start of the page. Code that knows better may still
 * move it (`isNowhere`). Call it once; it returns how to stop.
 */
export function catchLostFocus(): () => void {
  // What has the focus already: this may be loaded later than the first key is pressed.
  let trail: readonly Element[] =
    document.activeElement === null || document.activeElement === document.body
      ? []
      : trailOf(document.activeElement)
  let frame = 0

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return
    if (!isCaught(target)) setCaught(null)
    trail = trailOf(target)
  }
  function catchIt(): void {
    const [last] = trail
    if (document.activeElement !== document.body || !last || last.checkVisibility()) return
    const place = trail.find((one) => one.checkVisibility() && one.matches(PLACES))
    if (!(place instanceof HTMLElement)) return
    setCaught(place)
    focusOn(place)
  }
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    // By then what replaces it is drawn, and has taken the focus if it wants it.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(catchIt)
    })
  })

  document.addEventListener('focusin', remember)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  return () => {
    document.removeEventListener('focusin', remember)
    changes.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** An element and what it is in, from the inside out; the page's main part comes last. */
function trailOf(element: Element): Element[] {
  const trail: Element[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement) trail.push(at)
  const main = document.querySelector('main')
  return main === null || trail.includes(main) ? trail : [...trail, main]
}
