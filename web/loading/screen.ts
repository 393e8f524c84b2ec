import { type ComponentType, createElement } from 'react'
import { matchRoutes, type RouteObject } from 'react-router'
import { ConnectionLost } from '#web/page/ConnectionLost.tsx'
import { type Audience, knownParts, lazyComponent } from '#web/ui/lazy-component.tsx'

type Load = () => Promise<ComponentType>
type Lazy = Extract<RouteObject['lazy'], (...args: never[]) => unknown>

interface Screen {
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

function screenOf(route: RouteObject): Screen | undefined {
  const found = known.get(route) ?? screens.get(route.lazy)
  if (found) known.set(route, found)
  return found
}

/** Loads a route's screen and throws when that fails; undefined for a route without one. */
export const loadOf = (route: RouteObject): Load | undefined => screenOf(route)?.load

const screensAt = (routes: RouteObject[], path: string): Screen[] =>
  (matchRoutes(routes, path) ?? []).flatMap(({ route }) => screenOf(route) ?? [])

/** Loads the screens at these paths. */
export const loadsOf = (routes: RouteObject[], paths: readonly string[]): Load[] =>
  paths.flatMap((path) => screensAt(routes, path)).map(({ load }) => load)

/** Loads what the page at `path` shows its reader later: parts of the screen, and of the frame around all of them. */
export function partsAt(
  routes: RouteObject[],
  path: string,
  role: Audience,
): (() => Promise<void>)[] {
  const shown = screensAt(routes, path)
  const others = [...screens.values()].filter((one) => !shown.includes(one))
  const audiences = new Set<Audience>([role, 'members', 'everyone'])
  return knownParts()
    .filter((part, place) => audiences.has(part.audience) && !others.some(hasPart(place)))
    .map(({ load }) => load)
}

const hasPart =
  (place: number) =>
  ({ parts: [from, to] = [0, 0] }: Screen) =>
    place >= from && place < to
