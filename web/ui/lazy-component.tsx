import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { patiently } from '#web/connection/patiently.ts'

/** Who can see a part of a screen: those it is preloaded for (web/loading/load-ahead.ts). */
export type Audience = 'everyone' | 'members' | 'creator' | 'seller' | 'nobody'

/** A part that is loaded when it is first shown. */
interface Part {
  load: () => Promise<void>
  audience: Audience
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
  parts.push({ load: loadAhead, audience })
  function Later(props: Props) {
    // As it was when first shown: one that loads meanwhile must not replace what has started. A server, which keeps what
    // it has loaded, always renders what a browser hydrates.
    const [Here] = useState(() => (import.meta.env.SSR ? undefined : Loaded))
    if (Here) return <Here {...props} />
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  // A failure is reported when the component is shown.
  return Object.assign(Later, { preload: () => void loadAhead().catch(() => undefined) })
}
