import { catchIn, lastTrail } from './lost-focus.ts'

/** What says where one is, from the inside out. */
const PLACES =
  'section[aria-label], section[aria-labelledby], article[aria-label], [role="group"][aria-label], [tabindex], dialog[open], main'

/**
 * Catches focus whose element is removed or hidden, for keyboards and screen readers: focus that no one moves within
 * two frames goes to the nearest remaining element, never to the start of the page. Code that knows better may still
 * move it (`isNowhere`). `followFocus` must have begun before. Call it once; it returns how to stop.
 */
export function catchLostFocus(): () => void {
  let frame = 0

  function catchIt(): void {
    const trail = lastTrail()
    const [last] = trail
    if (document.activeElement !== document.body || !last || last.checkVisibility()) return
    const main = document.querySelector('main')
    const place = [...trail, main].find((one) => one?.checkVisibility() && one.matches(PLACES))
    if (place instanceof HTMLElement) catchIn(place)
  }
  function look(): void {
    cancelAnimationFrame(frame)
    // By then what replaces it is drawn, and has taken the focus if it wants it.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(catchIt)
    })
  }
  const changes = new MutationObserver(look)

  // It may be lost already: this file is loaded after the page listens.
  look()
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  return () => {
    changes.disconnect()
    cancelAnimationFrame(frame)
  }
}
