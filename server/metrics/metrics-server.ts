import { createServer, type Server } from 'node:http'
import type { Log } from '#server/logging/log.ts'
import type { Metrics } from './metrics.ts'

/** Where metrics are served. Never on the product's own address: they are only for the operator. */
export interface MetricsAddress {
  host: string
  port: number
}

/** Serves GET /metrics on an address of its own; `close` stops it. Throws when the address is in use. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: MetricsAddress,
  log: Log,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics')
      return void response.writeHead(404).end()
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      (error: unknown) => {
        log.warn({ err: error }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: portOf(server), close: () => closed(server) }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
