/** Frames to wait for React to mark the fields: it does so in a task of its own. */
const PATIENCE = 20
/** Room left free above and below what is led to, in px: the sticky header, the bar of acts on phones. */
const COVERED = { above: 84, below: 96 } as const

/** Controls marked wrong, and sentences of groups that have no control to mark (a place for files). */
const WRONG = 'form [aria-invalid="true"], form [data-error]'
const FOCUSABLE = 'input:not([hidden]), textarea, select, button, [tabindex="0"]'

/** Leads to the first thing marked wrong, once it is, with its label and sentence in view; nothing when none is. */
export function focusFirstError(patience = PATIENCE): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const wrong = document.querySelector<HTMLElement>(WRONG)
      if (wrong) lead(wrong)
      else if (patience > 0) focusFirstError(patience - 1)
    }),
  )
}

function lead(wrong: HTMLElement) {
  const group = wrong.closest<HTMLElement>('[data-field]') ?? wrong.parentElement ?? wrong
  const control = wrong.matches(FOCUSABLE) ? wrong : group.querySelector<HTMLElement>(FOCUSABLE)
  // The browser would stop as soon as the control itself is in view, its label still under the header.
  control?.focus({ preventScroll: true })
  const { top, bottom } = group.getBoundingClientRect()
  const isInView = top >= COVERED.above && bottom <= window.innerHeight - COVERED.below
  if (!isInView) group.scrollIntoView({ block: 'center' })
}
