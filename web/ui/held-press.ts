/** How long a press waits for the pressed part to load, and how often it checks, in ms. */
const PRESS_PATIENCE = 15_000
const AGAIN = 50

/** The elements that took the place of others which no one can press any more. */
const successors = new WeakMap<HTMLElement, HTMLElement>()

/** Notes which element took the place of another, so that a press of the former reaches the latter. */
export const succeed = (gone: HTMLElement, now: HTMLElement): void => void successors.set(gone, now)

/**
 * Repeats a press once the pressed element listens. A reader who presses something else meanwhile has given up on it.
 */
export function replay(pressed: HTMLElement): void {
  const until = performance.now() + PRESS_PATIENCE
  const end = new AbortController()
  for (const sign of ['pointerdown', 'keydown'] as const)
    window.addEventListener(sign, () => end.abort(), { capture: true, signal: end.signal })
  attempt()

  function attempt() {
    if (end.signal.aborted) return
    const press = stillThere(pressed)
    // The browser follows a link anyway.
    if (!press && pressed instanceof HTMLAnchorElement) window.location.assign(pressed.href)
    else if (press instanceof HTMLAnchorElement || (press && listens(press))) repeat(press)
    else if (performance.now() < until) return void setTimeout(attempt, AGAIN)
    end.abort()
  }
}

function repeat(press: HTMLElement) {
  press.click()
  if (press.role === 'tab') press.focus()
}

/**
 * Returns the pressed element, or the one with the same words in a page that was rendered again. Where two buttons have
 * the same words, the wrong one may belong to another person: it is better to press none.
 */
function stillThere(pressed: HTMLElement): HTMLElement | null {
  if (pressed.isConnected) return pressed
  const successor = successors.get(pressed)
  if (successor !== undefined) return successor
  const face = faceOf(pressed)
  const [same = null, another] = [
    ...document.querySelectorAll<HTMLElement>(pressed.tagName),
  ].filter((one) => faceOf(one) === face)
  return another === undefined || pressed instanceof HTMLAnchorElement ? same : null
}

/**
 * What identifies an element to the person who presses it. A tab and a submit button may have the same label, so role
 * and type count.
 */
const faceOf = (element: HTMLElement): string =>
  element instanceof HTMLAnchorElement
    ? element.href
    : ['role', 'type', 'aria-label'].map((name) => element.getAttribute(name)).join('|') +
      element.textContent

/**
 * Whether React has taken an element over: parts that load later are hydrated after the page, and React drops a click
 * on an element that is not yet hydrated. React keeps an element's props on the element, under a name of its own.
 */
export const listens = (element: HTMLElement): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactProps$'))
