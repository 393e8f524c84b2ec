/** How long a press waits for the part that was pressed to arrive, and how often it looks, in ms. */
const PRESS_PATIENCE = 15_000
const AGAIN = 50

/** Repeats a press once what was pressed listens. A reader who presses something else meanwhile has given up on it. */
export function replay(pressed: HTMLElement): void {
  const until = performance.now() + PRESS_PATIENCE
  const end = new AbortController()
  for (const sign of ['pointerdown', 'keydown'] as const)
    window.addEventListener(sign, () => end.abort(), { capture: true, signal: end.signal })
  attempt()

  function attempt() {
    if (end.signal.aborted) return
    const press = stillThere(pressed)
    // The browser follows a link in any case.
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
 * What was pressed, or what says the same in a page that was rendered again. Where two buttons say the same, the wrong one
 * may be another person's: it is better to press none.
 */
function stillThere(pressed: HTMLElement): HTMLElement | null {
  if (pressed.isConnected) return pressed
  const face = faceOf(pressed)
  const [same = null, another] = [
    ...document.querySelectorAll<HTMLElement>(pressed.tagName),
  ].filter((one) => faceOf(one) === face)
  return another === undefined || pressed instanceof HTMLAnchorElement ? same : null
}

/** What identifies an element to someone who presses it. A tab and a submit button may have the same label, so role and type count. */
const faceOf = (element: HTMLElement): string =>
  element instanceof HTMLAnchorElement
    ? element.href
    : ['role', 'type', 'aria-label'].map((name) => element.getAttribute(name)).join('|') +
      element.textContent

/**
 * Whether React has taken an element over: parts that load later are hydrated after the page, and React drops a click on
 * one that is not. It keeps an element's props on the element, under a name of its own.
 */
export const listens = (element: HTMLElement): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactProps$'))
