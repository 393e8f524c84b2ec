import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import { type Authenticate, viewerOf } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isId } from './file-address.ts'
import { resumableUploads } from './resumable-uploads.ts'
import type { Storage } from './storage.ts'
import { discardUnreadBodies } from './unread-body.ts'
import { presentUpload } from './upload-service.ts'
import { ownedFile } from './upload-store.ts'

/** Registers resumable uploads (tus 1.0.0) on their own instance: bodies pass through unread. */
export function uploadRoutes(
  app: FastifyInstance,
  deps: Deps,
  storage: Storage,
  authenticate: Authenticate,
): void {
  const uploads = resumableUploads(deps, storage, (file) =>
    presentUpload(deps.config, file, deps.clock()),
  )

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  discardUnreadBodies(app)
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('tus-resumable', '1.0.0').header('cache-control', 'no-store')
  })

  const signedIn = async (request: FastifyRequest): Promise<Viewer> => {
    const viewer = await viewerOf(request, authenticate)
    if (viewer === null) throw new AppError('request.unauthenticated')
    return viewer
  }

  const protocol = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await signedIn(request)
    if (request.method === 'POST') {
      const writer = { accountId: viewer.id, ip: request.ip, now: deps.clock() }
      await deps.limits?.take('upload', writer)
    }
    return sendResponse(reply, await uploads.handle(webRequest(request), viewer))
  }

  app.route({ method: 'POST', url: UPLOAD_PATH, handler: protocol })
  app.route<{ Params: { id: string } }>({
    method: ['PATCH', 'DELETE'],
    url: `${UPLOAD_PATH}/:id`,
    handler: async (request, reply) => {
      assertId(request.params.id)
      return protocol(request, reply)
    },
  })

  // Also answered after the end: a lost response must not make anyone send 50 MB again.
  app.route<{ Params: { id: string } }>({
    method: 'HEAD',
    url: `${UPLOAD_PATH}/:id`,
    handler: async (request, reply) => {
      assertId(request.params.id)
      const viewer = await signedIn(request)
      const file = await ownedFile(deps.pool, request.params.id, viewer.id)
      if (file === null) return protocol(request, reply)
      return reply.headers({ 'upload-offset': file.size, 'upload-length': file.size }).send()
    },
  })

  /** The response to the last PATCH, for a client that never received it: `UploadedFile`. */
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: `${UPLOAD_PATH}/:id`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      assertId(request.params.id)
      const viewer = await signedIn(request)
      const { id } = request.params
      const file = (await ownedFile(deps.pool, id, viewer.id)) ?? (await uploads.finish(id, viewer))
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(presentUpload(deps.config, foundOr404(file), deps.clock())))
    },
  })
}

/** Every upload is named by a UUID of ours; anything else is an unknown upload. */
function assertId(id: string): void {
  if (!isId(id)) throw new AppError('request.not_found')
}

/** Converts the request to a web Request, its body still streaming. */
function webRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const hasBody = request.method === 'POST' || request.method === 'PATCH'
  return new Request(`http://localhost${request.url}`, {
    method: request.method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as ReadableStream, duplex: 'half' } : {}),
  })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  void reply.status(response.status)
  response.headers.forEach((value, name) => void reply.header(name, value))
  const text = response.body === null ? '' : await response.text()
  return reply.send(text === '' ? undefined : text)
}
