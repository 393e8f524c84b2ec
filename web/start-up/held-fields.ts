/** Fields that a reader types into. */
export type TextField = HTMLInputElement | HTMLTextAreaElement
/** Fields that a reader chooses in: a list, a check box, a radio button, or files. */
export type ChoiceField = HTMLInputElement | HTMLSelectElement

/** The path to an element: child indexes from the root. */
export type Place = readonly number[]

/** The position of an element, used to find the same one in a page that was rendered again instead of hydrated. */
export function placeOf(element: Element): Place {
  const parent = element.parentElement
  return parent ? [...placeOf(parent), [...parent.children].indexOf(element)] : []
}

/** Returns the field itself, or the same field of a page that was rendered again, perhaps with a notice above it. */
export function fieldNow<Field extends TextField | ChoiceField>(
  field: Field,
  place: Place = [],
): Field | null {
  const isSame = (one: Field | null) =>
    one?.name === field.name && one.type === field.type && faceOf(one) === faceOf(field)
  const there = stands(field, place)
  if (there === field || isSame(there)) return there
  if (field.name === '') return null
  return [...document.querySelectorAll<Field>(field.tagName)].find(isSame) ?? null
}

/** Returns the field itself, or the element that is now at its position with the same tag. */
function stands<Field extends Element>(field: Field, place: Place): Field | null {
  if (field.isConnected) return field
  let found: Element | undefined = document.documentElement
  for (const index of place) found = found?.children[index]
  return found?.tagName === field.tagName ? (found as Field) : null
}

/** What distinguishes fields of the same name and type: in a list of people each person has a check box. */
const faceOf = (field: TextField | ChoiceField): string =>
  field.type === 'checkbox' || field.type === 'radio'
    ? [field.ariaLabel, field.labels?.[0]?.textContent, field.value].join('|')
    : (field.ariaLabel ?? '')

/** Whether a reader types into it. */
export function isTextField(target: unknown): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type)
}

/** Whether a reader chooses in it. */
export const isChoiceField = (target: unknown): target is ChoiceField =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !isTextField(target))

/** What was typed into a field before the app was there. */
export interface Typed {
  text: string
  /** What the page showed there. */
  rendered: string
}

/** Fields that a fast reader or the browser itself filled in before this script ran. */
export function typedAlready(): Map<TextField, Typed> {
  const fields = [...document.querySelectorAll<TextField>('input, textarea')]
  return new Map(
    fields
      .filter((field) => isTextField(field) && field.value !== field.defaultValue)
      .map((field) => [field, { text: field.value, rendered: field.defaultValue }]),
  )
}

/** Whether a choice in one field replaces the one in the other: the same field, or a radio button of the same group. */
export const isSameChoice = (one: ChoiceField, other: ChoiceField): boolean =>
  one === other ||
  (one.type === 'radio' &&
    other.type === 'radio' &&
    one.name === other.name &&
    one.form === other.form)

/** Whether a field still holds the value the page was rendered with. */
export function isAsRendered(field: ChoiceField): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    return field.value === (options.find((one) => one.defaultSelected) ?? options[0])?.value
  }
  return field.type === 'file' ? !field.files?.length : field.checked === field.defaultChecked
}

/** The inputs in which files were chosen before this script ran. */
export const chosenAlready = (): HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].filter(
    ({ files }) => files?.length,
  )

/**
 * Sets a field as typing does: through the native setter, so that React notices. React remembers a field's value at
 * hydration and ignores the same value again, so the field is emptied first.
 */
export function putBack(field: TextField, text: string): void {
  field.value = ''
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Returns the text that a field holds from now on. The app may have restored a draft into it, which the reader could not
 * see while typing into the empty field: both are kept, except in a single line, where the latest counts.
 */
export function withRestored(field: TextField, { text, rendered }: Typed): string {
  const restored = field.value
  const hidesDraft = rendered === '' && restored.trim() !== '' && !text.startsWith(restored)
  return hidesDraft && field instanceof HTMLTextAreaElement ? `${restored}\n${text}` : text
}

/** Returns a function that repeats the choice made in `field`, in the field that is in its place by then. */
export function choiceIn(field: ChoiceField): (now: ChoiceField) => void {
  if (field instanceof HTMLSelectElement) {
    const { value } = field
    return (now) => {
      now.value = value
      announce(now)
    }
  }
  const { files, checked } = field
  return (now) => {
    if (!(now instanceof HTMLInputElement)) return
    if (now.type !== 'file') {
      // React learns of a check box by its click, which changes it.
      now.checked = !checked
      now.click()
    } else if (files?.length) {
      if (now.files !== files) now.files = files
      announce(now)
    }
  }
}

const announce = (field: Element) => field.dispatchEvent(new Event('change', { bubbles: true }))
