import { listens, replay } from './held-press.ts'

/** How long a clicked link waits for the app before the browser follows it natively, in ms. */
const LINK_PATIENCE = 2_000
/** The same when something was typed, which would be lost on the way. */
const TYPED_PATIENCE = 15_000

export interface HeldInput {
  /**
   * Puts what was typed, and the caret, into a page that was rendered again instead of hydrated. In the task that replaces
   * the fields: the next key would go nowhere.
   */
  carryOver: () => void
  /**
   * Stops keeping and replays: typed text is restored (the app's fields start empty), files are chosen again, then the click
   * is repeated.
   */
  release: () => void
}

/**
 * Keeps the reader's input on a prerendered page until hydration: the last click on a button or link, a form
 * submission, typed text, chosen files. `wanted` is called when something was kept.
 */
export function holdInput(wanted: () => void): HeldInput {
  const typed = typedAlready()
  const chosen = new Set(fileInputs().filter(({ files }) => files?.length))
  let held: HTMLElement | null = null
  let focused = document.activeElement
  /** The position of each element: the app may have rendered the page again instead of hydrating it. */
  const placeOf = new Map(
    [...typed.keys(), ...chosen].map((field): [Element, Place] => [field, place(field)]),
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

  // Arrow keys move between tabs: the focus moves immediately, the tab's content comes with the app.
  function onKeyDown(event: KeyboardEvent) {
    const next = event.target instanceof Element ? tabAfter(event.target, event.key) : null
    if (!next) return
    event.preventDefault()
    next.focus()
    held = next
    wanted()
  }

  // Enter in a field: without the app the browser would submit the form natively, password and all, in the address.
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    held = event.submitter ?? form.querySelector<HTMLElement>('[type="submit"]')
    wanted()
  }

  function onInput({ target }: Event) {
    if (!isTextField(target)) return
    typed.set(target, target.value)
    placeOf.set(target, place(target))
  }

  function onChange({ target }: Event) {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    // Otherwise the same files would be uploaded twice.
    if (listens(target)) return
    chosen.add(target)
    placeOf.set(target, place(target))
    wanted()
  }

  function onFocus({ target }: FocusEvent) {
    focused = target as Element
    if (isTextField(target)) placeOf.set(target, place(target))
  }

  document.addEventListener('click', onClick, true)
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('submit', onSubmit, true)
  document.addEventListener('input', onInput, true)
  document.addEventListener('change', onChange, true)
  document.addEventListener('focusin', onFocus, true)

  function carryOver() {
    for (const [field, text] of typed) {
      if (field.isConnected) continue
      const now = fieldNow(field, placeOf.get(field))
      if (!now) continue
      // From now on it is the new one's.
      typed.delete(field)
      putBack(now, text)
    }
    if (isTextField(focused) && !focused.isConnected)
      fieldNow(focused, placeOf.get(focused))?.focus({ preventScroll: true })
  }

  function release() {
    document.removeEventListener('click', onClick, true)
    document.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('submit', onSubmit, true)
    document.removeEventListener('input', onInput, true)
    document.removeEventListener('change', onChange, true)
    document.removeEventListener('focusin', onFocus, true)
    clearTimeout(patience)
    for (const [field, text] of typed) {
      const now = fieldNow(field, placeOf.get(field))
      if (now) putBack(now, text)
    }
    for (const input of chosen) {
      const now = fieldNow(input, placeOf.get(input))
      if (now) chooseAgain(now, input.files)
    }
    // In a later task, after the page has rendered the typed text: a link carries it along.
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

/** The tab that a key leads to from another, as in web/ui/Tabs.tsx; null for anything else. */
function tabAfter(target: Element, key: string): HTMLElement | null {
  const tab = target.closest('[role="tab"]')
  const tabs = [...(tab?.closest('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? [])]
  const at = tab ? tabs.indexOf(tab) : -1
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key]
  if (at === -1 || to === undefined) return null
  return (tabs.at(to % tabs.length) as HTMLElement | undefined) ?? null
}

/** The path to an element: child indexes from the root. */
type Place = readonly number[]

function place(element: Element): Place {
  const parent = element.parentElement
  return parent ? [...place(parent), [...parent.children].indexOf(element)] : []
}

/** The field itself, or the element now at its position with the same tag. */
function stands<Field extends TextField>(field: Field, way: Place = []): Field | null {
  if (field.isConnected) return field
  let found: Element | undefined = document.documentElement
  for (const index of way) found = found?.children[index]
  return found?.tagName === field.tagName ? (found as Field) : null
}

type TextField = HTMLInputElement | HTMLTextAreaElement

const fileInputs = () => [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')]

/** The field that was typed into, or the same one of a page that was rendered again, perhaps with a notice above it. */
function fieldNow<Field extends TextField>(field: Field, way?: Place): Field | null {
  const isSame = (one: Field | null) => one?.name === field.name && one.type === field.type
  const there = stands(field, way)
  if (there === field || isSame(there)) return there
  if (field.name === '') return null
  return [...document.querySelectorAll<Field>(field.tagName)].find(isSame) ?? null
}

function isTextField(target: unknown): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type)
}

/** What a fast reader or the browser itself filled in before this script ran. */
function typedAlready(): Map<TextField, string> {
  const fields = [...document.querySelectorAll<TextField>('input, textarea')]
  return new Map(
    fields
      .filter((field) => isTextField(field) && field.value !== field.defaultValue)
      .map((field) => [field, field.value]),
  )
}

/**
 * Sets a field as typing does: through the native setter, so that React notices. React remembers a field's value at
 * hydration and ignores the same value again: it is emptied first.
 */
function putBack(field: TextField, text: string) {
  field.value = ''
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses files as a person does: no one listened when they did. */
function chooseAgain(input: HTMLInputElement, files: FileList | null) {
  if (!files?.length) return
  if (input.files !== files) input.files = files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
