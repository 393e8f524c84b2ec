/** How long scripts wait for the pictures, in ms: on a line slower than that both come at once. */
const PATIENCE_MS = 1_000

/**
 * Runs when the pictures that a rendered page begins with have arrived, or failed: on a slow line scripts would arrive
 * before them, and nothing is as large on the page. At once where there are none. It may run twice.
 */
export function afterFirstPictures(run: () => void): void {
  const first = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  if (first.length === 0) return run()
  setTimeout(run, PATIENCE_MS)
  void Promise.allSettled([...first].map((image) => image.decode())).then(run)
}
