import { type RefObject, useEffect } from 'react'

interface Options {
  /** Does not call while this is false; a new value, such as the time of the last page, triggers another check. */
  when?: boolean | number
  /** How far outside the viewport the element may be, in CSS pixels. */
  ahead?: number
}

/**
 * Calls `onNear` whenever the element is in view or close to it: once mounted, and in each frame with a scroll or
 * resize. `onNear` may be called many times for one approach.
 * An IntersectionObserver would be the standard way, but Chromium's misses a jump that falls between its measurement
 * and its callback (seen in 17 of 60 jumps to the end of a list), and then the list stops loading.
 */
export function useNear(
  element: RefObject<HTMLElement | null>,
  onNear: () => unknown,
  { when = true, ahead = 0 }: Options = {},
): void {
  useEffect(() => {
    if (when !== false && element.current) return watch(element.current, ahead, onNear)
  }, [element, onNear, when, ahead])
}

function watch(element: HTMLElement, ahead: number, onNear: () => unknown): () => void {
  let frame = 0
  const look = () => {
    frame = 0
    if (isNear(element, ahead)) onNear()
  }
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look)
  }
  lookSoon()
  // Scroll events do not bubble: the element may be in a scrolling pane.
  addEventListener('scroll', lookSoon, { capture: true, passive: true })
  addEventListener('resize', lookSoon)
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', lookSoon, { capture: true })
    removeEventListener('resize', lookSoon)
  }
}

function isNear(element: HTMLElement, ahead: number): boolean {
  // Empty while it, or an ancestor, is not displayed.
  const [box] = element.getClientRects()
  if (!box) return false
  const pane = scrollingPane(element)?.getBoundingClientRect()
  const top = Math.max(0, pane?.top ?? 0) - ahead
  const bottom = Math.min(innerHeight, pane?.bottom ?? innerHeight) + ahead
  return box.bottom >= top && box.top <= bottom
}

function scrollingPane(element: HTMLElement): HTMLElement | null {
  for (let pane = element.parentElement; pane; pane = pane.parentElement) {
    if (pane === document.body) return null
    if (/auto|scroll/.test(getComputedStyle(pane).overflowY)) return pane
  }
  return null
}
