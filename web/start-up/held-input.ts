import {
  type ChoiceField,
  chosenAlready,
  choiceIn,
  fieldNow,
  isAsRendered,
  isChoiceField,
  isSameChoice,
  isTextField,
  type Place,
  placeOf,
  putBack,
  typedAlready,
  withRestored,
} from './held-fields.ts'
import { listens, replay } from '#web/ui/held-press.ts'

/** How long a clicked link waits for the app before the browser follows it natively, in ms. */
const LINK_PATIENCE = 2_000
/** The same when something was typed, which the navigation would lose. */
const TYPED_PATIENCE = 15_000

export interface HeldInput {
  /**
   * Puts the typed text and the caret into a page that was rendered again instead of hydrated. Runs in the task that
   * replaces the fields: otherwise the next key would be lost.
   */
  carryOver: () => void
  /**
   * Stops keeping input and replays it: typed text is restored (the app's fields start empty), choices are made again,
   * then the click is repeated.
   */
  release: () => void
}

/**
 * Keeps the reader's input on a prerendered page until hydration: the last click on a button or link, a form
 * submission, typed text, choices and files. Calls `wanted` when something was kept.
 */
export function holdInput(wanted: () => void): HeldInput {
  const typed = typedAlready()
  const chosen = new Map<ChoiceField, (now: ChoiceField) => void>(
    chosenAlready().map((input) => [input, choiceIn(input)]),
  )
  let held: HTMLElement | null = null
  let focused = document.activeElement
  /** The position of each element: the app may have rendered the page again instead of hydrating it. */
  const places = new Map(
    [...typed.keys(), ...chosen.keys()].map((field): [Element, Place] => [field, placeOf(field)]),
  )
  let patience: ReturnType<typeof setTimeout> | undefined

  function onClick(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    const pressed = event.target.closest<HTMLElement>('a[href], button')
    if (!pressed || opensElsewhere(event, pressed)) return
    event.preventDefault()
    event.stopPropagation()
    held = pressed
    clearTimeout(patience)
    if (pressed instanceof HTMLAnchorElement) {
      const wait = typed.size > 0 ? TYPED_PATIENCE : LINK_PATIENCE
      patience = setTimeout(() => window.location.assign(pressed.href), wait)
    }
    wanted()
  }

  // Arrow keys move between tabs: the focus moves immediately, the tab's content follows once the app is there.
  function onKeyDown(event: KeyboardEvent) {
    const next = event.target instanceof Element ? tabAfter(event.target, event.key) : null
    if (!next) return
    event.preventDefault()
    next.focus()
    held = next
    wanted()
  }

  // Enter in a field: without the app the browser would submit the form natively, with the password in the address.
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    held = event.submitter ?? form.querySelector<HTMLElement>('[type="submit"]')
    wanted()
  }

  function onInput({ target }: Event) {
    if (!isTextField(target)) return
    const rendered = typed.get(target)?.rendered ?? target.defaultValue
    typed.set(target, { text: target.value, rendered })
    places.set(target, placeOf(target))
  }

  function onChange({ target }: Event) {
    // Input that the app has already received is not repeated: it would upload the same files twice.
    if (!isChoiceField(target) || listens(target)) return
    for (const one of chosen.keys()) if (isSameChoice(one, target)) chosen.delete(one)
    // Repeating a choice that was undone would toggle a control that only listens for changes.
    if (!isAsRendered(target)) chosen.set(target, choiceIn(target))
    places.set(target, placeOf(target))
    wanted()
  }

  function onFocus({ target }: FocusEvent) {
    focused = target as Element
    if (isTextField(target)) places.set(target, placeOf(target))
  }

  document.addEventListener('click', onClick, true)
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('submit', onSubmit, true)
  document.addEventListener('input', onInput, true)
  document.addEventListener('change', onChange, true)
  document.addEventListener('focusin', onFocus, true)

  function carryOver() {
    for (const [field, input] of typed) {
      if (field.isConnected) continue
      const now = fieldNow(field, places.get(field))
      if (!now) continue
      // From now on the text belongs to the new field.
      typed.delete(field)
      putBack(now, withRestored(now, input))
    }
    if (isTextField(focused) && !focused.isConnected)
      fieldNow(focused, places.get(focused))?.focus({ preventScroll: true })
  }

  function release() {
    document.removeEventListener('click', onClick, true)
    document.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('submit', onSubmit, true)
    document.removeEventListener('input', onInput, true)
    document.removeEventListener('change', onChange, true)
    document.removeEventListener('focusin', onFocus, true)
    clearTimeout(patience)
    for (const [field, input] of typed) {
      const now = fieldNow(field, places.get(field))
      if (now) putBack(now, withRestored(now, input))
    }
    for (const [field, choose] of chosen) {
      const now = fieldNow(field, places.get(field))
      if (now) choose(now)
    }
    // In a later task, after the page has rendered the typed text: a link takes the text with it.
    setTimeout(() => {
      if (held) replay(held)
    })
  }

  return { carryOver, release }
}

function opensElsewhere(event: MouseEvent, pressed: HTMLElement): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return true
  if (!(pressed instanceof HTMLAnchorElement)) return false
  const same = pressed.origin === window.location.origin
  return (
    !same || pressed.target === '_blank' || pressed.getAttribute('href')?.startsWith('#') === true
  )
}

/** The tab that a key moves to from another tab, as in web/ui/Tabs.tsx; null for any other element. */
function tabAfter(target: Element, key: string): HTMLElement | null {
  const tab = target.closest('[role="tab"]')
  const tabs = [...(tab?.closest('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? [])]
  const at = tab ? tabs.indexOf(tab) : -1
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key]
  if (at === -1 || to === undefined) return null
  return (tabs.at(to % tabs.length) as HTMLElement | undefined) ?? null
}
