import type { DetailedError, Upload } from 'tus-js-client'
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
  /** Stops, and lets the server forget what arrived. */
  cancel: () => void
}

/** Waits between attempts after a broken connection, in ms; then the person decides. */
const RETRY_DELAYS = [0, 1_000, 3_000, 8_000]

/** Prepares an upload to `UPLOAD_PATH`; nothing is sent before `send()`. */
export function prepareTransfer(request: TransferRequest): Transfer {
  let upload: Upload | null = null
  let cancelled = false

  async function send(): Promise<UploadedFile> {
    // Loaded with the first upload: 15 kB that most visits never need.
    const tus = await import('tus-js-client')
    if (cancelled) throw new Error(uploadMessages.failed)
    return new Promise((resolve, reject) => {
      const current = upload ?? new tus.Upload(request.file, {})
      const isFirst = upload === null
      upload = current
      Object.assign(current.options, {
        endpoint: UPLOAD_PATH,
        metadata: metadataOf(request),
        retryDelays: RETRY_DELAYS,
        removeFingerprintOnSuccess: true,
        fingerprint: () => Promise.resolve(fingerprint(request)),
        onBeforeRequest: async (outgoing: { setHeader: (name: string, value: string) => void }) => {
          const token = await request.token()
          if (token) outgoing.setHeader('Authorization', `Bearer ${token}`)
        },
        onProgress: request.onProgress,
        onError: (error: Error | DetailedError) => reject(readableError(error)),
        onSuccess: ({ lastResponse }: { lastResponse: { getBody: () => string } }) => {
          const uploaded = readAnswer(lastResponse.getBody())
          if (uploaded) return resolve(uploaded)
          // All bytes had arrived earlier but their answer was lost: without it the file has no id.
          upload = null
          reject(new Error(uploadMessages.failed))
        },
      })
      void startOrResume(current, isFirst).catch((error: unknown) => reject(readableError(error)))
    })
  }

  function cancel() {
    cancelled = true
    // Telling the server is a courtesy: what nobody claims is swept away anyway.
    void upload?.abort(true).catch(() => undefined)
  }

  return { send, cancel }
}

/** Goes on from an upload of the same file that a closed tab left behind, if there is one. */
async function startOrResume(upload: Upload, isFirst: boolean): Promise<void> {
  if (isFirst) {
    const [previous] = await upload.findPreviousUploads()
    if (previous) upload.resumeFromPreviousUpload(previous)
  }
  upload.start()
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
  return ['cartwright', bucket, projectId ?? '', file.name, file.type, file.size, file.lastModified].join('|')
}

function readAnswer(body: string): UploadedFile | null {
  try {
    const answer = JSON.parse(body) as Partial<UploadedFile>
    return typeof answer.id === 'string' && typeof answer.url === 'string' ? (answer as UploadedFile) : null
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
