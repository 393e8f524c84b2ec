import { type ComponentType, createElement } from 'react'
import type { RouteObject } from 'react-router'
import { ConnectionLost } from '#web/page/ConnectionLost.tsx'
import { type Audience, lazyComponent } from '#web/ui/lazy-component.tsx'

type Load = () => Promise<ComponentType>
type Lazy = Extract<RouteObject['lazy'], (...args: never[]) => unknown>

/** The screens of the route table by their `lazy`. */
const screens = new Map<RouteObject['lazy'], { load: Load; audience: Audience }>()

/**
 * The `lazy` of a route whose screen is loaded when it is first visited. It never fails: what could not be loaded
 * says so in the place of the screen, inside the frame, and becomes the screen when the connection is back. (A route
 * that fails shows its error boundary until the reader goes elsewhere.)
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

/** Loads the screen of a route and throws when it does not come; undefined for a route without one of its own. */
export function loadOf(route: RouteObject): Load | undefined {
  return screens.get(route.lazy)?.load
}

/** The screens somebody of this role can reach, those behind the sign-in first. */
export function screensFor(role: Audience): Load[] {
  const of = (...audiences: Audience[]) =>
    [...screens.values()].filter(({ audience }) => audiences.includes(audience))
  return [...of(role, 'members'), ...of('everyone')].map(({ load }) => load)
}
