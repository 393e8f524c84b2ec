import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Returns the client address of a request that does not pass through the framework: the socket's own, or what that many
 * trusted proxies report (`X-Forwarded-For`, read from its end). The same rule as `request.ip`, by the same library.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  return proxyAddr(request, (_address, hop) => hop < trustedProxies)
}
