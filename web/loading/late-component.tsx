import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { cameWithPage } from '#web/api/brought.ts'
import { patiently } from '#web/connection/patiently.ts'
import { replay, succeed } from '#web/ui/held-press.ts'
import { type Audience, lazyComponent } from '#web/ui/lazy-component.tsx'
import { lateParts, ShownParts } from '#web/ui/shown-parts.ts'

const noChanges = () => () => undefined
/** On the server: collects the parts that the page does not wait for. */
const unlisted = /* @__PURE__ */ new Set<() => Promise<unknown>>()

const PRESSABLE = 'a[href], button'
const pressableIn = (place: Element) => [...place.querySelectorAll<HTMLElement>(PRESSABLE)]

/**
 * Like `lazyComponent`, for a part beside what the page is for: a page that was rendered for its reader does not wait
 * for the part's script before it handles input (decision 0128). Until the script is there, the part stays as the
 * server wrote it. It must not contain fields, whose text would be lost, nor parts of its own that the server renders:
 * they would disappear until they have loaded.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  audience?: Audience,
): ComponentType<Props> {
  const Part = lazyComponent(load, null, audience)
  lateParts.add(Part.load)
  return function Late(props: Props) {
    const whole = use(ShownParts)
    const isHydrating = useSyncExternalStore(
      noChanges,
      () => false,
      () => true,
    )
    const [stands, setStands] = useState(isHydrating && whole !== null && !import.meta.env.SSR)
    const place = useRef<HTMLDivElement>(null)
    const queries = useQueryClient()
    useEffect(() => {
      if (!stands || !place.current) return
      return whilePartLoads(place.current, {
        loaded: patiently(Part.load),
        release: keepUnread(queries),
        show: () => flushSync(() => setStands(false)),
      })
    }, [stands, queries])
    if (stands)
      return (
        <div
          ref={place}
          className="contents"
          suppressHydrationWarning
          // React leaves what the page contains as it is.
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )
    const part = <Part {...props} />
    return (
      <div className="contents">
        {import.meta.env.SSR && whole ? <ShownParts value={unlisted}>{part}</ShownParts> : part}
      </div>
    )
  }
}

/**
 * Keeps the data that came with the page for a part that mounts later, however long it takes to load: what no one
 * observes is discarded. Returns a function that ends it.
 */
function keepUnread(queries: QueryClient): () => void {
  const unread = queries.getQueryCache().findAll({ type: 'inactive', predicate: cameWithPage })
  const ends = unread.map(({ queryKey }) =>
    new QueryObserver(queries, { queryKey, enabled: false, gcTime: 0 }).subscribe(() => undefined),
  )
  return () => {
    for (const end of ends) end()
  }
}

interface Load {
  loaded: Promise<unknown>
  /** Releases the data that the part will read. */
  release: () => void
  /** Replaces the markup by the part, at once. */
  show: () => void
}

/**
 * Replaces the markup in `place` by the part once it has loaded. Presses until then are repeated on the part, and focus
 * moves to the same control. If it definitively fails to load, the markup stays until someone presses it. Then the part
 * is shown, and reports the failure: the page around it works, and few visits use the part. Returns a function that
 * gives up.
 */
function whilePartLoads(place: HTMLElement, { loaded, release, show }: Load): () => void {
  const end = new AbortController()
  let isWanted = false
  let isGone = false
  place.addEventListener(
    'click',
    (event) => {
      // The browser follows links.
      const pressed = event.target instanceof Element && event.target.closest('button')
      if (!pressed) return
      event.preventDefault()
      event.stopPropagation()
      replay(pressed)
      isWanted = true
      if (isGone) show()
    },
    { capture: true, signal: end.signal },
  )
  end.signal.addEventListener('abort', release)
  void loaded.then(take, () => {
    isGone = true
    if (isWanted && !end.signal.aborted) show()
  })
  return () => end.abort()

  function take() {
    if (end.signal.aborted) return
    const before = pressableIn(place)
    const focused = document.activeElement
    show()
    const after = pressableIn(place)
    // Otherwise something else is shown by now.
    if (before.length === after.length)
      for (const [n, gone] of before.entries()) {
        const next = after[n]
        if (!next || next.textContent !== gone.textContent) continue
        succeed(gone, next)
        if (gone === focused) next.focus({ preventScroll: true })
      }
  }
}
