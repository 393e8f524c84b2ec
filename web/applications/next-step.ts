/** The next step after an acceptance: the way to pay, which replaces the buttons that led to it. */
export const NEXT_STEP = { 'data-next-step': '' }

/** The link of that step, once it is rendered. */
export const nextStep = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-next-step] a')
