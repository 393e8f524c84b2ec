/**
 * Runs after the next frame: for work that a press entails, while what was pressed would look dead. At once on a page in
 * the background, which has no frames.
 */
export function afterPaint(run: () => void): void {
  if (document.visibilityState === 'hidden') run()
  else requestAnimationFrame(() => setTimeout(run))
}
