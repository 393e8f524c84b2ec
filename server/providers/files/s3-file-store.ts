import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { S3Config } from '#server/config/s3-config.ts'
import type { FileStore } from './file-store.ts'

/** The number of times a file is sent before its upload fails. */
const ATTEMPTS = 3
/** Our requests end in a second or two; a store that is silent for this long is gone. */
const SILENCE_MS = 30_000
const CONNECT_MS = 5_000
/** Each download by a slow reader occupies one socket. */
const SOCKETS = 200

const nothing = () => {}
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The codes by which stores report that they are full: Amazon never does, and compatible stores differ. */
const FULL = /^(InsufficientStorage|XMinioStorageFull|QuotaExceeded)/

/**
 * Stores files in a bucket of an S3-compatible store. One request stores a file (ours are far below its 5 GiB limit),
 * so it is stored completely or not at all, and durable once the store says so.
 */
export function s3FileStore(config: S3Config): FileStore {
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.pathStyle,
    ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
    ...(config.keys === null ? {} : { credentials: config.keys }),
    // Many compatible stores do not know the SDK's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK would write to standard error; failures are thrown to us anyway.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  })
  const at = (path: string) => ({ Bucket: config.bucket, Key: key(path) })

  async function send(fromPath: string, path: string): Promise<void> {
    const target = at(path)
    const { size } = await stat(fromPath)
    // A new stream for each attempt: the SDK cannot replay one that has been read.
    const body = createReadStream(fromPath)
    // Its errors reach the SDK; without a listener, a later error would end the process.
    body.on('error', () => {})
    try {
      await client.send(new PutObjectCommand({ ...target, Body: body, ContentLength: size }))
    } finally {
      body.destroy()
    }
  }

  return {
    async put(fromPath, path) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await send(fromPath, path)
        } catch (error) {
          if (attempt >= ATTEMPTS || !isPassing(error)) throw asFull(error)
        }
      }
    },

    async open(path, span) {
      try {
        const range = span === undefined ? {} : { Range: `bytes=${span.first}-${span.last}` }
        const { Body: body } = await client.send(new GetObjectCommand({ ...at(path), ...range }))
        if (!(body instanceof Readable)) throw new Error('the store sent no stream')
        return body
      } catch (error) {
        if (isMissing(error)) return null
        if (isPastEnd(error)) return Readable.from([])
        throw error
      }
    },

    async remove(path) {
      await client.send(new DeleteObjectCommand(at(path)))
    },

    async stat(path) {
      try {
        const { ContentLength: size } = await client.send(new HeadObjectCommand(at(path)))
        return { size: size ?? 0 }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async *list(folder) {
      const pages = paginateListObjectsV2(
        { client },
        { Bucket: config.bucket, Prefix: `${key(folder)}/` },
      )
      for await (const page of pages) {
        for (const { Key: path, Size: size, LastModified: since } of page.Contents ?? []) {
          if (path !== undefined && since !== undefined) yield { path, size: size ?? 0, since }
        }
      }
    },

    close: () => client.destroy(),
  }
}

/** A path that leads outside is our own bug (paths are built from ids); a store would take it for a name. */
function key(path: string): string {
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new Error('a stored path leads outside the store')
  return path
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

/** The requested range begins after the last byte, as every range of an empty file does. */
function isPastEnd(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416
}

/** Retryable: no response, or a response that reports a problem of the store itself. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return (error as { code?: string }).code !== 'ENOENT'
  const status = error.$metadata.httpStatusCode ?? 500
  return (status >= 500 && status !== 507 && !FULL.test(error.name)) || status === 429
}

function asFull(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error
  if (error.$metadata.httpStatusCode !== 507 && !FULL.test(error.name)) return error
  return Object.assign(new Error('the store has no room', { cause: error }), { code: 'ENOSPC' })
}
