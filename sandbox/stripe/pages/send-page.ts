import type { FastifyReply } from 'fastify'

/** Sends an uncached page: it shows current money. */
export function sendPage(reply: FastifyReply, status: number, markup: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(markup)
}
