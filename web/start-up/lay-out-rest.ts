/** Parts the style sheets leave out of the first paint (`content-visibility: auto`). */
const PARTS = 'main > section, footer'

/**
 * Lays the rest of a page out once it is loaded, a part in each quiet moment: whoever searches in it, prints it or
 * takes a picture of the whole page finds everything there.
 */
export function layOutRest(): void {
  const parts = document.querySelectorAll<HTMLElement>(PARTS).values()
  const step = () => {
    const { value: part } = parts.next()
    // From now on parts that come later are laid out with everything else.
    if (!part) return document.documentElement.setAttribute('data-whole', '')
    part.style.contentVisibility = 'visible'
    whenQuiet(step)
  }
  if (document.readyState === 'complete') whenQuiet(step)
  else window.addEventListener('load', () => whenQuiet(step), { once: true })
}

function whenQuiet(work: () => void): void {
  // Safari has no idle moments of its own to offer.
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 50)
}
