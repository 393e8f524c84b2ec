import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a page whose second part is sent only once `sendRest` is called, as a slow network would deliver it. */
export async function serveInParts(
  first: string,
  second: string,
): Promise<{ url: string; sendRest: () => void } & AsyncDisposable> {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.write(first)
    void rest.then(() => response.end(second))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sendRest,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
