import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DefaultHttpStack, type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { type Bucket, UPLOAD_PATH, type UploadedFile } from '#contract/uploads.ts'
import type { Problem } from '#contract/errors.ts'
import { openStorage, type Storage } from '#server/uploads/storage.ts'
import { approvedWorkFileRoute } from '#server/seats/approved-work-routes.ts'
import { exportRoute } from '#server/account/account-routes.ts'
import { storageRoutes } from '#server/uploads/storage-routes.ts'
import { startApi, type TestApi, type TestApiOptions, tokenOf } from './api.ts'

/** The domain API with storage, listening on a port of its own, with a data folder of its own. */
export interface TestStorage extends TestApi {
  /** "http://127.0.0.1:port" */
  origin: string
  dataDir: string
  /** What the routes work with. */
  storage: Storage
  /** Uploads with the client the browser uses. Rejects with `RefusedUpload` when the server refuses. */
  upload(as: { id: string }, file: FileToUpload, options?: UploadOptions): Promise<UploadedFile>
  /** A request with a person's token. */
  fetch(as: { id: string } | null, path: string, init?: RequestInit): Promise<Response>
}

export interface FileToUpload {
  bucket: Bucket
  bytes: Buffer
  name?: string
  projectId?: string
}

/** What the server returned instead of a file. */
export class RefusedUpload extends Error {
  override name = 'RefusedUpload'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

export async function startStorage(options: TestApiOptions = {}): Promise<TestStorage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-storage-'))
  const api = await startApi({ ...options, config: { ...options.config, dataDir } })
  const storage = await openStorage(api.deps.config, api.deps.log)
  await storageRoutes(api.app, api.deps, storage, api.authenticate)
  exportRoute(api.app, api.deps, storage.tools.files)
  approvedWorkFileRoute(api.app, api.deps, storage.tools.files)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  return {
    ...api,
    storage,
    origin,
    dataDir,
    upload: (as, file, tusOptions) => upload(origin, as, file, tusOptions),
    fetch(as, path, init = {}) {
      const headers = new Headers(init.headers)
      if (as !== null) headers.set('authorization', `Bearer ${tokenOf(as)}`)
      return fetch(new URL(path, origin), { ...init, headers })
    },
    async close() {
      // Clients keep their connections open; one that was busy a moment ago would hold up the server for a minute.
      api.app.server.closeAllConnections()
      await storage.close()
      await api.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The tus metadata of a file, as the browser sends it. */
export function uploadMetadata(file: FileToUpload): Record<string, string> {
  const metadata: Record<string, string> = {
    bucket: file.bucket,
    filename: file.name ?? 'file',
    filetype: '',
  }
  if (file.projectId !== undefined) metadata['project_id'] = file.projectId
  return metadata
}

/** Starts an upload by hand; returns its path. Throws when it is refused. */
export async function beginUpload(
  storage: TestStorage,
  as: { id: string },
  file: FileToUpload,
  length = file.bytes.length,
): Promise<string> {
  const metadata = Object.entries(uploadMetadata(file))
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const response = await storage.fetch(as, UPLOAD_PATH, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': metadata,
    },
  })
  if (response.status !== 201) throw new Error(`an upload was refused with ${response.status}`)
  return response.headers.get('location') ?? ''
}

/** The headers of a piece of an upload that starts at `offset`. */
export const patchHeaders = (offset: number) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

/**
 * A connection for each request. While a test draws a video, this process stands still, and afterwards the server closes
 * the connections that were idle for a minute: one of them would be lost to an upload that begins at that moment.
 */
const httpStack = new DefaultHttpStack({ agent: new Agent({ keepAlive: false }) })

function upload(
  origin: string,
  as: { id: string },
  file: FileToUpload,
  options: UploadOptions = {},
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    new Upload(file.bytes, {
      endpoint: `${origin}${UPLOAD_PATH}`,
      headers: { authorization: `Bearer ${tokenOf(as)}` },
      metadata: uploadMetadata(file),
      retryDelays: null,
      httpStack,
      onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody())),
      onError: (error) => {
        const response = (error as Partial<DetailedError>).originalResponse
        reject(response ? new RefusedUpload(JSON.parse(response.getBody())) : error)
      },
      ...options,
    }).start()
  })
}
