import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component that is loaded when it is first shown, with `fallback` (nothing) until then: for what most visits of a
 * screen never open. `preload` starts the loading before; what is here by then is drawn at once, without the third of
 * a second for which React keeps a fallback that was shown.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> & { preload: () => void } {
  let Loaded: ComponentType<Props> | undefined
  const loadOnce = async () => (Loaded = await load())
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
