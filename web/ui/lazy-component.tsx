import {
  lazy,
  Suspense,
  use,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { patiently } from '#web/connection/patiently.ts'
import { ShownParts } from './shown-parts.ts'

/** Who can see a part of a screen: those it is preloaded for (web/loading/load-ahead.ts). */
export type Audience = 'everyone' | 'members' | 'creator' | 'seller' | 'nobody'

const noChanges = () => () => undefined

/** A part that is loaded when it is first shown. */
export interface Part {
  load: () => Promise<void>
  audience: Audience
  /** Its import, as written: the build names the part's file there. */
  source: () => Promise<unknown>
}

const parts: Part[] = []

/** Every known part, in the order in which the files that show them were loaded. */
export const knownParts = (): readonly Part[] => parts

/**
 * A component that loads when it is first shown, with `fallback` (nothing) until then: for what most visits of a screen
 * never open. `preload` starts loading earlier; a loaded part renders immediately, without the third of a second for which
 * React keeps a visible fallback. A lost connection only delays it. `audience` says for whom it is worth preloading;
 * 'nobody' for large, seldom opened parts.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  audience: Audience = 'everyone',
): ComponentType<Props> & { preload: () => void } {
  let Loaded: ComponentType<Props> | undefined
  const Lazy = lazy(async () => ({ default: (Loaded = await patiently(load)) }))
  const loadAhead = async () => void (Loaded = await load())
  parts.push({ load: loadAhead, audience, source: load })
  function Later(props: Props) {
    const whole = use(ShownParts)
    // What is too large to be preloaded comes after the page was taken over.
    const isDue = useSyncExternalStore(
      noChanges,
      () => true,
      () => audience !== 'nobody',
    )
    if (import.meta.env.SSR && isDue) whole?.add(load)
    // As it was when first shown: one that loads meanwhile must not replace what has started.
    const [Here = Lazy] = useState(() => Loaded)
    if (!isDue) return fallback
    // A boundary is hydrated after what is around it, when something may have changed (decision 0117).
    if (whole !== null && (import.meta.env.SSR || Here !== Lazy)) return <Here {...props} />
    // Elsewhere also around what is loaded: the page is hydrated as it was written, before it was.
    return (
      <Suspense fallback={fallback}>
        <Here {...props} />
      </Suspense>
    )
  }
  // A failure is reported when the component is shown.
  return Object.assign(Later, { preload: () => void loadAhead().catch(() => undefined) })
}
