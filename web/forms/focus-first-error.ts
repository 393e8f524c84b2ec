/** Frames to wait for React to mark the fields: it does so in a task of its own. */
const PATIENCE = 20

/** Leads to the first field marked wrong, once it is; nothing happens when none gets marked. */
export function focusFirstError(patience = PATIENCE): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const field = document.querySelector<HTMLElement>('form [aria-invalid="true"]')
      if (field) field.focus()
      else if (patience > 0) focusFirstError(patience - 1)
    }),
  )
}
