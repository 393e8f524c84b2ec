import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { patiently } from '#web/connection/patiently.ts'

/** Who can come to see a screen or a part of one: those it is loaded for in idle moments (web/loading/preload.ts). */
export type Audience = 'everyone' | 'members' | 'creator' | 'seller' | 'nobody'

/** Every part known so far by its load; parts of a screen are known once the screen is here. */
const parts = new Map<() => Promise<void>, Audience>()

/** The parts known so far, and those that become known while they are gone through. */
export function* partsFor(role: Audience): Generator<() => Promise<void>> {
  for (const [load, audience] of parts)
    if (audience === role || audience === 'members' || audience === 'everyone') yield load
}

/**
 * A component that is loaded when it is first shown, with `fallback` (nothing) until then: for what most visits of a
 * screen never open. `preload` starts the loading before; what is here by then is drawn at once, without the third of
 * a second for which React keeps a fallback that was shown. A connection that is lost only costs time. `audience` says
 * for whom it is worth loading ahead; 'nobody' for what is large and seldom opened.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  audience: Audience = 'everyone',
): ComponentType<Props> & { preload: () => void } {
  let Loaded: ComponentType<Props> | undefined
  const Lazy = lazy(async () => ({ default: (Loaded = await patiently(load)) }))
  const loadAhead = async () => void (Loaded = await load())
  parts.set(loadAhead, audience)
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
  return Object.assign(Later, { preload: () => void loadAhead().catch(() => undefined) })
}
