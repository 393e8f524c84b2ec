/** How long scripts wait for the pictures, in ms: on a slower connection both load at once. */
const PATIENCE_MS = 1_000

/**
 * Runs the callback when the pictures at the top of a rendered page have arrived, or failed: on a slow connection
 * scripts would arrive before them, and nothing on the page is as large. Runs it at once where there are none. It may
 * run twice.
 */
export function afterFirstPictures(run: () => void): void {
  const first = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  if (first.length === 0) return run()
  setTimeout(run, PATIENCE_MS)
  void Promise.allSettled([...first].map((image) => image.decode())).then(run)
}
