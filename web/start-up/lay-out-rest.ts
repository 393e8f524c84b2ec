/** Parts that the style sheets exclude from the first paint (`content-visibility: auto`). */
const PARTS = 'main > section, footer'

/**
 * Lays out the rest of a loaded page, one part per idle period, so that searching, printing and full-page screenshots
 * find everything.
 */
export function layOutRest(): void {
  const parts = document.querySelectorAll<HTMLElement>(PARTS).values()
  const step = () => {
    const { value: part } = parts.next()
    // From now on later parts are laid out with everything else.
    if (!part) return document.documentElement.setAttribute('data-whole', '')
    part.style.contentVisibility = 'visible'
    whenQuiet(step)
  }
  if (document.readyState === 'complete') whenQuiet(step)
  else window.addEventListener('load', () => whenQuiet(step), { once: true })
}

function whenQuiet(work: () => void): void {
  // Safari does not report idle time.
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 50)
}
