import { commonRoutes } from './common-calls.ts'
import { rareRoutes } from './rare-calls.ts'
import { filledPath, partsOf } from './route-path.ts'

/** Every call of the API by name: "METHOD /path/:param". Inputs and responses are in schemas.ts. */
export const routes = { ...commonRoutes, ...rareRoutes } as const

export type RouteKey = keyof typeof routes

/** The method and the path template of a call. */
export const routeParts = (key: RouteKey): { method: string; path: string } => partsOf(routes[key])

/** Returns the path of a call with its `:params` filled in and encoded. Throws Error when one is missing. */
export const routePath = (key: RouteKey, params: Readonly<Record<string, string>> = {}): string =>
  filledPath(key, routeParts(key).path, params)
