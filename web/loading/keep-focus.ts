import { focusOn, isNowhere } from '#web/ui/lost-focus.ts'

/** How long a response may take to render before focus restoration gives up, in ms. */
const DRAWN_MS = 5_000

/**
 * Moves the focus to the content that replaces the focused `leaving`, so that keyboards and screen readers continue
 * from there. Call it before `coming` brings the replacement. A no-op once the reader has moved on.
 */
export function keepFocus(leaving: Element, coming: Promise<unknown>): void {
  const place = placeOf(leaving)
  void coming
    .catch(() => undefined)
    .then(() => {
      const until = performance.now() + DRAWN_MS
      const look = () => {
        if (!isNowhere()) return
        const found = at(place)
        const waits = found.matches(WAITING) || found.querySelector(WAITING) !== null
        if (!waits) return moveTo(found)
        if (performance.now() < until) requestAnimationFrame(look)
      }
      // The response renders in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(look))
    })
}

const WAITING = '.pending, [aria-busy="true"]'

/**
 * An element's position: its ancestors from the nearest on, each with the index of the child that contains the element.
 */
type Place = readonly { parent: Element; index: number }[]

function placeOf(element: Element): Place {
  const { parentElement: parent } = element
  if (parent === null) return []
  return [{ parent, index: [...parent.children].indexOf(element) }, ...placeOf(parent)]
}

/** Returns what is at that position now, in the nearest remaining ancestor. */
function at(place: Place): Element {
  const left = place.find(({ parent }) => parent.isConnected)
  return left?.parent.children[left.index] ?? left?.parent ?? document.body
}

/** Focuses the button of a repeated notice, otherwise the element itself. */
function moveTo(found: Element): void {
  const target = (found.matches('[role="alert"]') && found.querySelector('button')) || found
  if (target instanceof HTMLElement) focusOn(target)
}
