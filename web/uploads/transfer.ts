import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import { UPLOAD_PATH, uploadMessages, type Bucket, type UploadedFile } from '#contract/uploads.ts'
import { fingerprintScope } from './unfinished.ts'
import { endTurn, takeTurn } from './upload-turns.ts'

/** The parameters of one upload. */
export interface TransferRequest {
  file: File
  bucket: Bucket
  /** Deliverables and proofs name their project. */
  projectId?: string
  /** The owner of the upload: several people may use one browser. */
  userId: string
  /** Returns the current bearer token; called before every request, because long uploads outlive one token. */
  token: () => Promise<string | null>
  onProgress: (sent: number, total: number) => void
}

/** One resumable upload. */
export interface Transfer {
  /**
   * Sends the file, or resumes where a broken attempt stopped. Rejects with an Error whose message may be shown to a
   * person.
   */
  send: () => Promise<UploadedFile>
  /** Stops sending; the bytes that arrived stay, so that sending the same file again resumes there. */
  pause: () => void
  /** Stops sending, and lets the server delete what arrived. */
  cancel: () => void
}

/** Waits between retries after a broken connection, in ms; then the person decides. */
const RETRY_DELAYS = [0, 1_000, 3_000, 8_000, 20_000]

/** An upload to `UPLOAD_PATH`; nothing is sent before `send()`. */
export function createTransfer(request: TransferRequest): Transfer {
  let upload: Upload | null = null
  let stopped = false

  const turn = {}
  async function send(): Promise<UploadedFile> {
    await takeTurn(turn)
    try {
      return await begin()
    } finally {
      endTurn(turn)
    }
  }

  async function begin(): Promise<UploadedFile> {
    // Loaded with the first upload: 15 kB that most visits never need.
    const tus = await import('tus-js-client')
    if (stopped) throw new Error(uploadMessages.failed)
    return new Promise((resolve, reject) => {
      const handlers: UploadOptions = {
        onError: (error) => {
          if (navigator.onLine || stopped) return reject(readableError(error))
          // Nothing a person could fix: the upload resumes as soon as there is a network again.
          window.addEventListener('online', () => !stopped && upload?.start(), { once: true })
        },
        onSuccess: ({ lastResponse }) => {
          const uploaded = readAnswer(lastResponse.getBody())
          if (uploaded) return resolve(uploaded)
          // All bytes had arrived before and the response was lost: the server sends it again.
          askAgain(upload?.url ?? null, request).then(resolve, (error: unknown) => {
            upload = null
            reject(readableError(error))
          })
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

  // A stopped upload never settles by itself.
  function pause() {
    stopped = true
    endTurn(turn)
    void upload?.abort(false).catch(() => undefined)
  }

  function cancel() {
    stopped = true
    endTurn(turn)
    // Telling the server is best effort: unclaimed uploads are cleaned up anyway.
    void upload?.abort(true).catch(() => undefined)
  }

  return { send, pause, cancel }
}

/** Starts the upload, or resumes the same file where a closed tab left it. */
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

/** The file's metadata for the server. */
function metadataOf({ file, bucket, projectId }: TransferRequest): Record<string, string> {
  return {
    bucket,
    filename: file.name,
    filetype: file.type,
    ...(projectId ? { project_id: projectId } : {}),
  }
}

/** The same file from another person, or for another bucket or project, is a different upload. */
function fingerprint({ file, bucket, projectId, userId }: TransferRequest): string {
  return [
    fingerprintScope({ bucket, projectId, userId }),
    file.name,
    file.type,
    file.size,
    file.lastModified,
  ].join('|')
}

/** Requests the outcome of an upload whose bytes have all arrived. Throws when it cannot be known. */
async function askAgain(url: string | null, { token }: TransferRequest): Promise<UploadedFile> {
  if (url === null) throw new Error(uploadMessages.failed)
  const bearer = await token()
  const response = await fetch(url, {
    headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
  })
  const body = await response.text()
  const uploaded = response.ok ? readAnswer(body) : null
  if (uploaded === null) throw new Error(sentenceOf(body) ?? uploadMessages.failed)
  return uploaded
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

/** The server's own sentence if it gave one, else our own, else "Upload failed" (SPEC §8). */
function readableError(error: unknown): Error {
  const answer = (error as Partial<DetailedError> | null)?.originalResponse
  if (!answer) return error instanceof Error && !isTus(error) ? error : failed()
  // No sentence: an intermediary responded, not our server.
  return new Error(sentenceOf(answer.getBody()) ?? uploadMessages.failed)
}

const failed = () => new Error(uploadMessages.failed)
/** The library's own errors mention requests and offsets. */
const isTus = (error: Error) => error.message.startsWith('tus:')

/** The spec's sentence about the file comes before the catalogue's about the refusal. */
function sentenceOf(body: string): string | null {
  try {
    const { message, fields } = JSON.parse(body) as { message?: string; fields?: { file?: string } }
    return fields?.file ?? message ?? null
  } catch {
    return null
  }
}
