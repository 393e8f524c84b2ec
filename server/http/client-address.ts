import type { IncomingMessage } from 'node:http'

/**
 * The client address of a request that does not pass through the framework: the socket's own, or what that many trusted
 * proxies say (`X-Forwarded-For`, read from its end). The same rule as `request.ip`.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const forwarded = trustedProxies === 0 ? [] : [headers['x-forwarded-for'] ?? []].flat()
  const named = forwarded
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const way = [socket.remoteAddress ?? '', ...named.toReversed()]
  return way[Math.min(trustedProxies, way.length - 1)] ?? ''
}
