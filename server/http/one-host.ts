import type { FastifyInstance } from 'fastify'

/**
 * Refuses a request that names two hosts (RFC 9112 §3.2). Node serves it by the first host, but a proxy in front may
 * have chosen by the second. The connection is closed, because what follows on it is equally doubtful.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
    if (hosts <= 1) return done()
    void reply.header('connection', 'close')
    done(Object.assign(new Error('two hosts are named'), { statusCode: 400 }))
  })
}
