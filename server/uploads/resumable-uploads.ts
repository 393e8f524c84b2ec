import { ERRORS, Server, type Upload } from '@tus/server'
import { BUCKET_RULES, UPLOAD_PATH, uploadMessages } from '#contract/uploads.ts'
import { hasLostItsTurn, isDatabaseAway, isDatabaseFull } from '#server/db/away.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Storage } from './storage.ts'
import { asStorageRefusal } from './storage-room.ts'
import { assertLength, readIntent } from './upload-intent.ts'
import { assertMayUpload, ownsUpload } from './upload-policy.ts'
import { timedId } from './timed-id.ts'
import { giveRoomBack, setRoomAside } from './storage-quota.ts'
import { storeUpload } from './upload-service.ts'
import { fileById, type FileRow, uploadProject } from './upload-store.ts'

/** The tus protocol for signed-in people, ending in a row of `files`. */
export interface ResumableUploads {
  /** Handles one request of the protocol. Refusals are thrown as AppError. */
  handle(request: Request, viewer: Viewer): Promise<Response>
  /** Finishes an upload whose bytes are complete but whose response was lost; null when there is none. */
  finish(id: string, viewer: Viewer): Promise<FileRow | null>
}

const LARGEST = Math.max(...Object.values(BUCKET_RULES).map((rule) => rule.maxBytes))

export function resumableUploads(
  deps: Deps,
  storage: Storage,
  answer: (file: FileRow) => unknown,
): ResumableUploads {
  const { incoming, locks } = storage
  const viewers = new WeakMap<Request, Viewer>()
  const refusals = new WeakMap<Request, AppError>()
  /** Uploads that began with this request: if it is refused later, the room reserved for them must be released. */
  const reserved = new WeakMap<Request, string>()
  const finishing = new Map<string, Promise<FileRow>>()

  function viewerOf(request: Request): Viewer {
    const viewer = viewers.get(request)
    if (viewer === undefined) throw new AppError('request.unauthenticated')
    return viewer
  }

  /** One finish per upload at a time: the last PATCH and a HEAD may coincide. */
  function finished(upload: Upload): Promise<FileRow> {
    const running =
      finishing.get(upload.id) ?? store(upload).finally(() => finishing.delete(upload.id))
    finishing.set(upload.id, running)
    return running
  }

  /** Locks the upload from storing to recording, so that no clean-up and no other process interferes. */
  function store(upload: Upload): Promise<FileRow> {
    return locks.holding(upload.id, async () => {
      const known = await fileById(deps.pool, upload.id)
      if (known !== null) return known
      const metadata = upload.metadata ?? {}
      try {
        const file = await storeUpload(deps, storage.tools, {
          ...readIntent(metadata),
          id: upload.id,
          owner_id: metadata['owner_id'] ?? '',
          ...(await incoming.arrived(upload.id)),
        })
        await incoming.forget(upload.id)
        await giveRoomBack(deps.pool, upload.id)
        return file
      } catch (error) {
        const refusal = asStorageRefusal(error)
        // A refused file leaves nothing behind; after a failure of our own, the bytes wait for a retry.
        if (refusal instanceof AppError && refusal.status < 500) {
          await incoming.forget(upload.id)
          await giveRoomBack(deps.pool, upload.id)
        } else await incoming.release(upload.id)
        throw refusal
      }
    })
  }

  const tus = new Server({
    path: UPLOAD_PATH,
    datastore: incoming,
    locker: locks,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: LARGEST,
    namingFunction: () => timedId(deps.clock()),
    async onUploadCreate(request, upload) {
      const viewer = viewerOf(request)
      const intent = readIntent(upload.metadata)
      const project =
        intent.project_id === null
          ? null
          : await uploadProject(deps.pool, intent.project_id, viewer.id)
      assertMayUpload(viewer, intent.bucket, project)
      assertLength(intent.bucket, upload.size)
      const begun = { id: upload.id, ownerId: viewer.id, bytes: upload.size ?? 0 }
      await setRoomAside(deps.pool, begun, deps.clock())
      reserved.set(request, upload.id)
      return { metadata: { ...upload.metadata, owner_id: viewer.id } }
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const { metadata } = await incoming.getUpload(id)
      if (!ownsUpload(viewerOf(request), metadata)) throw new AppError('request.not_found')
    },
    async onUploadFinish(request, upload) {
      const file = await finished(upload)
      return {
        // The protocol's own response to the last PATCH is 204, which cannot carry a body. A POST that brought all
        // bytes stays 201, or it would lose its Location.
        ...(request.method === 'PATCH' ? { status_code: 200 } : {}),
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(answer(file)),
      }
    },
    async onResponseError(request, error) {
      refusals.set(request, asRefusal(error))
      return undefined
    },
  })

  return {
    async handle(request, viewer) {
      viewers.set(request, viewer)
      const response = await tus.handleWeb(request)
      const refusal =
        refusals.get(request) ?? (response.status >= 400 ? byStatus(response.status) : undefined)
      const begun = reserved.get(request)
      const isGone = begun !== undefined && !(await incoming.has(begun))
      if (refusal !== undefined && isGone) await giveRoomBack(deps.pool, begun)
      if (refusal !== undefined) throw refusal
      if (request.method === 'DELETE') await giveRoomBack(deps.pool, idIn(request.url))
      return response
    },

    async finish(id, viewer) {
      const upload = await incoming.getUpload(id).catch(() => null)
      if (upload === null || !ownsUpload(viewer, upload.metadata) || upload.offset !== upload.size)
        return null
      return finished(upload)
    },
  }
}

/** Returns the upload id at the end of our path. */
const idIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

function asRefusal(error: Error | { status_code: number; body: string }): AppError {
  if (error instanceof AppError) return error
  if (
    error instanceof Error &&
    (isDatabaseAway(error) || isDatabaseFull(error) || hasLostItsTurn(error))
  )
    return new AppError('server.unavailable', { cause: error })
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return new AppError('upload.busy', { cause: error })
  const status = 'status_code' in error ? error.status_code : 500
  return byStatus(status, error)
}

/** Maps the library's own refusals, by status, to the catalogue's errors. */
function byStatus(status: number, cause?: unknown): AppError {
  if (status === 404 || status === 410) return new AppError('request.not_found', { cause })
  if (status === 409) return new AppError('upload.out_of_step', { cause })
  if (status === 413)
    return new AppError('upload.too_large', {
      cause,
      fields: { file: uploadMessages.tooLarge(LARGEST) },
    })
  if (status >= 500 && status !== 501) return new AppError('server.failed', { cause })
  return new AppError('request.malformed', { cause })
}
