import type { FastifyInstance } from 'fastify'

/** How a process that was told to stop takes leave of its clients. */
export interface Drain {
  isDraining(): boolean
  /** From here on every answer is the last of its connection. */
  begin(): void
}

/** Without it a client would keep its connection, and its next request would meet a process that is gone. */
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
