import type { FastifyReply } from 'fastify'

/** Sends a page that is never cached: it shows money as it stands now. */
export function sendPage(reply: FastifyReply, status: number, markup: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(markup)
}
