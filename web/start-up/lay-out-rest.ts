/** Parts that the style sheets exclude from the first paint (`content-visibility: auto`), from top to bottom. */
const PARTS = 'main > section, [data-late], footer'

/**
 * The time a slow phone takes to style and lay out one part, in ms: an idle period with less time left starts no
 * further part.
 */
const PART_MS = 25

/**
 * Lays out the rest of a loaded page in idle periods, part by part, so that search, printing, full-page screenshots and
 * the first press of Tab find everything.
 */
export function layOutRest(): void {
  // The browser scrolls to where the reader was, so everything above must have its real height.
  if (isReturn()) return markWhole()
  const parts = document.querySelectorAll<HTMLElement>(PARTS).values()
  const step = (timeLeft: () => number) => {
    do {
      const { value: part } = parts.next()
      // From now on later parts are laid out together with everything else.
      if (!part) return markWhole()
      part.style.contentVisibility = 'visible'
      // In this task; otherwise the next frame would lay all of them out.
      part.getBoundingClientRect()
    } while (timeLeft() > PART_MS)
    whenQuiet(step)
  }
  if (document.readyState === 'complete') whenQuiet(step)
  else window.addEventListener('load', () => whenQuiet(step), { once: true })
}

function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && 'type' in entry && RETURNS.includes(entry.type)
}

const RETURNS: readonly unknown[] = ['reload', 'back_forward']

const markWhole = () => document.documentElement.setAttribute('data-whole', '')

/**
 * Calls back with the time left in an idle period, in ms. Safari does not report idle time: one part at a time there.
 */
function whenQuiet(work: (timeLeft: () => number) => void): void {
  if ('requestIdleCallback' in window)
    requestIdleCallback((idle) => work(() => idle.timeRemaining()))
  else setTimeout(() => work(() => 0), 50)
}
