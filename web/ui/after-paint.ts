/**
 * Runs the callback after the next frame: for work caused by a press, during which the pressed element would look dead.
 * Runs it at once on a page in the background, which has no frames.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') run()
  else requestAnimationFrame(() => setTimeout(run))
}
