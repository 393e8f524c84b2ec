import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

/** What did not come is asked for again after so many ms each; after the last the page says that it broke. */
const AGAIN_MS = [500, 2_000, 4_000]

async function patiently<Part>(load: () => Promise<Part>, waits = AGAIN_MS): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    const [wait, ...others] = waits
    if (wait === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    return patiently(load, others)
  }
}

/**
 * A component that is loaded when it is first shown, with `fallback` (nothing) until then: for what most visits of a
 * screen never open. `preload` starts the loading before; what is here by then is drawn at once, without the third of
 * a second for which React keeps a fallback that was shown. A connection that is lost for a moment only costs time.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> & { preload: () => void } {
  let Loaded: ComponentType<Props> | undefined
  const loadOnce = async () => (Loaded = await patiently(load))
  const Lazy = lazy(async () => ({ default: await loadOnce() }))
  function Later(props: Props) {
    // As it was when first shown: one that comes meanwhile must not take the place of what has begun.
    const [Here] = useState(() => Loaded)
    if (Here) return <Here {...props} />
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  // A failure is told when the component is shown.
  return Object.assign(Later, { preload: () => void loadOnce().catch(() => undefined) })
}
