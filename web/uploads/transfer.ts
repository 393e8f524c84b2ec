import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import { UPLOAD_PATH, uploadMessages, type Bucket, type UploadedFile } from '#contract/uploads.ts'

/** What one upload needs to know. */
export interface TransferRequest {
  file: File
  bucket: Bucket
  /** Deliverables and proofs name their project. */
  projectId?: string
  /** The bearer token of now; asked before every request, as long uploads outlive one token. */
  token: () => Promise<string | null>
  onProgress: (sent: number, total: number) => void
}

/** One resumable upload. */
export interface Transfer {
  /** Sends, or goes on where a broken attempt ended. Rejects with Error whose message a person may read. */
  send: () => Promise<UploadedFile>
  /** Stops the bytes; what arrived stays, so that sending the same file again goes on from there. */
  pause: () => void
  /** Stops, and lets the server forget what arrived. */
  cancel: () => void
}

/** Waits between attempts after a broken connection, in ms; then the person decides. */
const RETRY_DELAYS = [0, 1_000, 3_000, 8_000]

/** Prepares an upload to `UPLOAD_PATH`; nothing is sent before `send()`. */
export function prepareTransfer(request: TransferRequest): Transfer {
  let upload: Upload | null = null
  let stopped = false

  async function send(): Promise<UploadedFile> {
    // Loaded with the first upload: 15 kB that most visits never need.
    const tus = await import('tus-js-client')
    if (stopped) throw new Error(uploadMessages.failed)
    return new Promise((resolve, reject) => {
      const handlers: UploadOptions = {
        onError: (error) => reject(readableError(error)),
        onSuccess: ({ lastResponse }) => {
          const uploaded = readAnswer(lastResponse.getBody())
          if (uploaded) return resolve(uploaded)
          // All bytes had arrived before but the answer was lost: without it the file has no id, so it goes again.
          upload = null
          reject(new Error(uploadMessages.failed))
        },
      }
      if (upload) {
        Object.assign(upload.options, handlers)
        upload.start()
        return
      }
      const created = new tus.Upload(request.file, { ...optionsFor(request), ...handlers })
      upload = created
      resume(created).catch((error: unknown) => reject(readableError(error)))
    })
  }

  function pause() {
    stopped = true
    void upload?.abort(false).catch(() => undefined)
  }

  function cancel() {
    stopped = true
    // Telling the server is a courtesy: what nobody claims is swept away anyway.
    void upload?.abort(true).catch(() => undefined)
  }

  return { send, pause, cancel }
}

/** Starts, from where a closed tab left the same file if it did. */
async function resume(upload: Upload): Promise<void> {
  const [previous] = await upload.findPreviousUploads()
  if (previous) upload.resumeFromPreviousUpload(previous)
  upload.start()
}

function optionsFor(request: TransferRequest): UploadOptions {
  return {
    endpoint: UPLOAD_PATH,
    metadata: metadataOf(request),
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(fingerprint(request)),
    onProgress: request.onProgress,
    onBeforeRequest: async (outgoing) => {
      const token = await request.token()
      if (token) outgoing.setHeader('Authorization', `Bearer ${token}`)
    },
  }
}

function metadataOf({ file, bucket, projectId }: TransferRequest): Record<string, string> {
  return {
    bucket,
    filename: file.name,
    filetype: file.type,
    ...(projectId ? { project_id: projectId } : {}),
  }
}

/** The same file for another bucket or project is another upload. */
function fingerprint({ file, bucket, projectId }: TransferRequest): string {
  return [
    'cartwright',
    bucket,
    projectId ?? '',
    file.name,
    file.type,
    file.size,
    file.lastModified,
  ].join('|')
}

function readAnswer(body: string): UploadedFile | null {
  try {
    const answer = JSON.parse(body) as Partial<UploadedFile>
    return typeof answer.id === 'string' && typeof answer.url === 'string'
      ? (answer as UploadedFile)
      : null
  } catch {
    return null
  }
}

/** The server's own sentence when it gave one, else "Upload failed" (SPEC §8). */
function readableError(error: unknown): Error {
  const body = (error as Partial<DetailedError> | null)?.originalResponse?.getBody() ?? ''
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    if (typeof message === 'string' && message) return new Error(message)
  } catch {
    // No problem document: the connection broke or something in between answered.
  }
  return new Error(uploadMessages.failed)
}
