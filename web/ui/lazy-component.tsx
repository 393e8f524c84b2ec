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

/** The audience of a part of a screen: it is preloaded for them (web/loading/load-ahead.ts). */
export type Audience = 'everyone' | 'members' | 'creator' | 'seller' | 'nobody'

const noChanges = () => () => undefined

/** A part that is loaded when it is first shown. */
export interface Part {
  load: () => Promise<void>
  audience: Audience
  /** Its import, as written: the build puts the name of the part's file there. */
  source: () => Promise<unknown>
}

const parts: Part[] = []

/** Every known part, in the order in which the files that show the parts were loaded. */
export const knownParts = (): readonly Part[] => parts

/**
 * Returns a component that loads when it is first shown, with `fallback` (nothing) until then: for parts that most
 * visits of a screen never open. `preload` starts loading earlier; a loaded part renders immediately, without the third
 * of a second for which React keeps a visible fallback; `load` does the same and fails if it cannot. A lost connection only delays it. `audience` says for whom it
 * is worth preloading; 'nobody' for large, rarely opened parts.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  audience: Audience = 'everyone',
): ComponentType<Props> & { load: () => Promise<void>; preload: () => void } {
  let Loaded: ComponentType<Props> | undefined
  const Lazy = lazy(async () => ({ default: (Loaded = await patiently(load)) }))
  const loadAhead = async () => void (Loaded = await load())
  parts.push({ load: loadAhead, audience, source: load })
  function Later(props: Props) {
    const whole = use(ShownParts)
    // Parts too large to be preloaded load after the page was taken over.
    const isDue = useSyncExternalStore(
      noChanges,
      () => true,
      () => audience !== 'nobody',
    )
    if (import.meta.env.SSR && isDue) whole?.add(load)
    // Fixed when first shown: a component that loads meanwhile must not replace one that has started.
    const [Here = Lazy] = useState(() => Loaded)
    if (!isDue) return fallback
    // React hydrates a boundary after its surroundings, when something may have changed (decision 0117).
    if (whole !== null && (import.meta.env.SSR || Here !== Lazy)) return <Here {...props} />
    // Elsewhere the boundary also surrounds a loaded part: the page is hydrated as it was rendered, before the part was
    // loaded.
    return (
      <Suspense fallback={fallback}>
        <Here {...props} />
      </Suspense>
    )
  }
  // A failure is reported when the component is shown.
  return Object.assign(Later, {
    load: loadAhead,
    preload: () => void loadAhead().catch(() => undefined),
  })
}
