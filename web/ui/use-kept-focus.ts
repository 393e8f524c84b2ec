import { useEffect, useEffectEvent, useRef } from 'react'
import { isNowhere } from './lost-focus.ts'

/** The element that got the focus only because nothing better had rendered when it was lost. */
let kept: Element | null = null

/** Moves the focus to `target`, which rendered late, if the focus is still in the place that only kept it. */
export function takeKeptFocus(target: HTMLElement | null): void {
  if (target && kept !== null && document.activeElement === kept)
    target.focus({ preventScroll: true })
}

/**
 * Keeps the keyboard focus in its place: when what is `shown` is replaced and the focus is lost with it, the focus
 * moves to the first button of an element marked `data-acts`, or to the place itself (give it `ref` and
 * `tabIndex={-1}`). `elsewhere`: another place, for when this one has nothing more to do.
 */
export function useKeptFocus<Place extends HTMLElement = HTMLElement>(
  shown: string | null,
  elsewhere: () => HTMLElement | null = () => null,
) {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  const next = useEffectEvent(() => {
    const better = elsewhere()
    const here = place.current?.querySelector<HTMLElement>('[data-acts] button') ?? place.current
    ;(better ?? here)?.focus({ preventScroll: true })
    kept = better ? null : here
  })
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const keep = () => {
      if (!isNowhere()) last.current = document.activeElement
    }
    keep()
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [])
  useEffect(() => {
    // The focus was lost with its element: a reader whose focus is nowhere in particular is left there.
    const lost = last.current !== null && !last.current.isConnected
    if (before.current !== shown && lost) next()
    before.current = shown
  }, [shown])
  return place
}
