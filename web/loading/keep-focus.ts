/** How long an answer may take to be drawn before its place is given up, in ms. */
const DRAWN_MS = 5_000

/**
 * Call it before `leaving`, which has the focus, is taken away by what `coming` brings: the focus then goes to what
 * stands in its place, so that keyboards and screen readers go on from there. Nothing is done for who has moved on.
 */
export function keepFocus(leaving: Element, coming: Promise<unknown>): void {
  const place = placeOf(leaving)
  void coming
    .catch(() => undefined)
    .then(() => {
      const until = performance.now() + DRAWN_MS
      const look = () => {
        if (document.activeElement !== document.body) return
        const found = at(place)
        const waits = found.matches(WAITING) || found.querySelector(WAITING) !== null
        if (!waits) return focusOn(found)
        if (performance.now() < until) requestAnimationFrame(look)
      }
      // What came is drawn in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(look))
    })
}

const WAITING = '.pending, [aria-busy="true"]'

/** Where something stands: its parents from the nearest on, each with the number of the child it lies in. */
type Place = readonly { parent: Element; index: number }[]

function placeOf(element: Element): Place {
  const { parentElement: parent } = element
  if (parent === null) return []
  return [{ parent, index: [...parent.children].indexOf(element) }, ...placeOf(parent)]
}

/** What stands there now; of the nearest parent that is still there. */
function at(place: Place): Element {
  const left = place.find(({ parent }) => parent.isConnected)
  return left?.parent.children[left.index] ?? left?.parent ?? document.body
}

/** The button of a notice that is there again, else the thing itself, for as long as the focus is on it. */
function focusOn(found: Element): void {
  const target = (found.matches('[role="alert"]') && found.querySelector('button')) || found
  if (!(target instanceof HTMLElement)) return
  if (target.tabIndex < 0) {
    target.tabIndex = -1
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  }
  target.focus({ preventScroll: true })
}
