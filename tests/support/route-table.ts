import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** One route of an application, as it was registered. */
export interface TableRoute {
  method: string
  url: string
}

/** What fastify reports when an instance is created, before anything is registered on it. */
const MADE = 'fastify.initialization'

/**
 * Runs `make`, and lists every route that the applications it creates register, each once, leaving out HEAD beside GET.
 */
export async function routesOf<Made>(
  make: () => Promise<Made>,
): Promise<{ made: Made; routes: readonly TableRoute[] }> {
  const routes = new Map<string, TableRoute>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.set(`${one} ${url}`, { method: one, url })
    })
  }
  subscribe(MADE, listen)
  try {
    return { made: await make(), routes: [...routes.values()] }
  } finally {
    unsubscribe(MADE, listen)
  }
}
