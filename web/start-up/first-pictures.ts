/** How long scripts wait for the pictures, in ms: on a line slower than that both come at once. */
const PATIENCE_MS = 1_000

/**
 * Runs when the pictures that a rendered page begins with have arrived, or failed: on a slow line scripts would arrive
 * before them, and nothing is as large on the page. At once where there are none.
 */
export function afterFirstPictures(run: () => void): void {
  const open = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')].filter(
    ({ complete }) => !complete,
  )
  if (open.length === 0) return run()
  const late = setTimeout(run, PATIENCE_MS)
  void Promise.all(open.map(settled)).then(() => {
    clearTimeout(late)
    run()
  })
}

const settled = (image: HTMLImageElement) =>
  new Promise<void>((resolve) => {
    for (const end of ['load', 'error'])
      image.addEventListener(end, () => resolve(), { once: true })
  })
