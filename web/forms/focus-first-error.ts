/** Frames to wait for React to mark the fields: it does so in a separate task. */
const PATIENCE = 20
/** Margin above and below the target, in px: the sticky header, the action bar on phones. */
const COVERED = { above: 84, below: 96 } as const

/** Invalid controls, and error messages of groups without a control to mark (a drop zone). */
const WRONG = 'form [aria-invalid="true"], form [data-error]'
const FOCUSABLE = 'input:not([hidden]), textarea, select, button, [tabindex="0"]'

/**
 * Scrolls to and focuses the first invalid control, with its label and error message in view. A no-op when there is
 * none.
 */
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
  // The browser would stop as soon as the control itself is in view, with its label still under the header.
  control?.focus({ preventScroll: true })
  const { top, bottom } = group.getBoundingClientRect()
  const isInView = top >= COVERED.above && bottom <= window.innerHeight - COVERED.below
  if (!isInView) group.scrollIntoView({ block: 'center' })
}
