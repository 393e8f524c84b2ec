import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * A component that is loaded when it is first shown, with `fallback` (nothing) until then: for what most visits of a
 * screen never open. `preload` starts the loading before.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> & { preload: () => void } {
  const Lazy = lazy(async () => ({ default: await load() }))
  function Later(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  // A failure is told when the component is shown.
  return Object.assign(Later, { preload: () => void load().catch(() => undefined) })
}
