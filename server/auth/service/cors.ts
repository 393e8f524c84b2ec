import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'
import { originsOf } from '#server/config/redirect-list.ts'

const HEADERS = 'authorization, apikey, content-type, x-client-info, x-supabase-api-version'
const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const EXPOSED = 'X-Total-Count, Link, X-Supabase-Api-Version, Retry-After'

/** CORS for our own origins only (AUTH §1.2). Returns whether this was a preflight. */
export function allowOwnOrigins(
  settings: AuthSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  void reply.header('vary', 'origin')
  const origin = request.headers.origin
  if (origin !== undefined && isOwnOrigin(settings, origin)) {
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    })
    if (request.method === 'OPTIONS') {
      void reply.headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': HEADERS,
        'access-control-max-age': '3600',
      })
    }
  }
  return request.method === 'OPTIONS'
}

/** The product's own origin, and those redirects may lead to. */
function isOwnOrigin(settings: AuthSettings, origin: string): boolean {
  return originsOf([settings.siteUrl, ...settings.redirectAllowList]).includes(origin)
}
