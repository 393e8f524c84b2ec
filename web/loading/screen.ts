import { type ComponentType, createElement } from 'react'
import type { RouteObject } from 'react-router'
import { ConnectionLost } from '#web/page/ConnectionLost.tsx'
import { knownParts, lazyComponent } from '#web/ui/lazy-component.tsx'

type Load = () => Promise<ComponentType>
type Lazy = Extract<RouteObject['lazy'], (...args: never[]) => unknown>

/** A screen of the route table. */
export interface Screen {
  load: Load
  /** The first and the last of the parts that became known with it, as positions in knownParts; absent until then. */
  parts?: readonly [from: number, to: number]
}

/** The route table's screens by their `lazy`. */
const screens = new Map<RouteObject['lazy'], Screen>()

/**
 * A route's `lazy` that loads its screen on first visit. It never fails: a screen that could not be loaded says so in
 * its place, inside the frame, and appears when the connection is back. (A failing route would show its error boundary
 * until the reader goes elsewhere.)
 */
export function screen(load: Load): Lazy {
  const noted: Load = async () => {
    const from = knownParts().length
    const component = await load()
    one.parts ??= [from, knownParts().length]
    return component
  }
  const one: Screen = { load: noted }
  const lazy = async () => {
    try {
      return { Component: await noted() }
    } catch {
      return { Component: lazyComponent(load, createElement(ConnectionLost), 'nobody') }
    }
  }
  screens.set(lazy, one)
  return lazy
}

/** The same by route: the first page's has no `lazy` any more (web/start-up/start-app.tsx). */
const known = new WeakMap<RouteObject, Screen>()

/** A route's screen; undefined for a route without one. */
export function screenOf(route: RouteObject): Screen | undefined {
  const found = known.get(route) ?? screens.get(route.lazy)
  if (found) known.set(route, found)
  return found
}

/** Every screen of the route table. */
export const knownScreens = (): Screen[] => [...screens.values()]

/** Loads a route's screen and throws when that fails; undefined for a route without one. */
export const loadOf = (route: RouteObject): Load | undefined => screenOf(route)?.load
