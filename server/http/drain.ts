import type { FastifyInstance } from 'fastify'

/** How a stopping process drains its connections. */
export interface Drain {
  isDraining(): boolean
  /** From here on every response closes its connection. */
  begin(): void
}

/** Otherwise a client would keep its connection, and its next request would reach a process that no longer exists. */
export function drainable(app: FastifyInstance): Drain {
  let draining = false
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) void reply.header('connection', 'close')
    done()
  })
  return {
    isDraining: () => draining,
    begin() {
      draining = true
    },
  }
}
