import { catchIn, lastTrail } from './lost-focus.ts'

/** Elements that tell the reader where they are, from the inside out. */
const PLACES =
  'section[aria-label], section[aria-labelledby], article[aria-label], [role="group"][aria-label], [tabindex], dialog[open], main'

/**
 * Catches focus when its element is removed or hidden, for keyboards and screen readers: focus that nothing moves
 * within two frames goes to the nearest remaining element, never to the start of the page. Code that knows a better
 * place may still move it (`isNowhere`). `followFocus` must have been started before. Call it once; returns a function
 * that stops it.
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
    // By then the replacement has rendered, and has taken the focus if it wants it.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(catchIt)
    })
  }
  const changes = new MutationObserver(look)

  // The focus may already be lost: this file loads after the page handles input.
  look()
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  return () => {
    changes.disconnect()
    cancelAnimationFrame(frame)
  }
}
