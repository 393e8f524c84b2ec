import { type ComponentType, createElement } from 'react'
import type { RouteObject } from 'react-router'
import { ConnectionLost } from '#web/page/ConnectionLost.tsx'
import { type Audience, lazyComponent } from '#web/ui/lazy-component.tsx'

type Load = () => Promise<ComponentType>
type Lazy = Extract<RouteObject['lazy'], (...args: never[]) => unknown>

/** The route table's screens by their `lazy`. */
const screens = new Map<RouteObject['lazy'], { load: Load; audience: Audience }>()

/**
 * A route's `lazy` that loads its screen on first visit. It never fails: a screen that could not be loaded says so in
 * its place, inside the frame, and appears when the connection is back. (A failing route would show its error boundary
 * until the reader goes elsewhere.)
 */
export function screen(load: Load, audience: Audience = 'everyone'): Lazy {
  const lazy = async () => {
    try {
      return { Component: await load() }
    } catch {
      return { Component: lazyComponent(load, createElement(ConnectionLost), 'nobody') }
    }
  }
  screens.set(lazy, { load, audience })
  return lazy
}

/** Loads a route's screen and throws when that fails; undefined for a route without one. */
export function loadOf(route: RouteObject): Load | undefined {
  return screens.get(route.lazy)?.load
}

/** The screens people of this role can reach, those behind the sign-in first. */
export function screensFor(role: Audience): Load[] {
  const of = (...audiences: Audience[]) =>
    [...screens.values()].filter(({ audience }) => audiences.includes(audience))
  return [...of(role, 'members'), ...of('everyone')].map(({ load }) => load)
}
