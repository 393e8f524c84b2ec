import { type ComponentType, createElement } from 'react'
import type { RouteObject } from 'react-router'
import { ConnectionLost } from '#web/page/ConnectionLost.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

type Load = () => Promise<ComponentType>
type Lazy = Extract<RouteObject['lazy'], (...args: never[]) => unknown>

/** The functions that load the route table's screens, by their `lazy`. */
const screens = new Map<RouteObject['lazy'], Load>()

/**
 * Returns a route's `lazy` that loads its screen on first visit. It never fails: a screen that could not be loaded
 * shows the failure in its place, inside the frame, and appears when the connection is back. (A failing route would
 * show its error boundary until the reader navigates elsewhere.)
 */
export function screen(load: Load): Lazy {
  const lazy = async () => {
    try {
      return { Component: await load() }
    } catch {
      return { Component: lazyComponent(load, createElement(ConnectionLost), 'nobody') }
    }
  }
  screens.set(lazy, load)
  return lazy
}

/** Loads a route's screen and throws when that fails; undefined for a route without one. */
export const loadOf = ({ lazy }: RouteObject): Load | undefined => screens.get(lazy)
