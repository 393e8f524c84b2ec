import { withoutSlash } from './environment.ts'
import type { Environment } from './variables.ts'

/** An S3-compatible store. With `keys` null, the SDK finds them itself. */
export interface S3Config {
  bucket: string
  endpoint: string | null
  region: string
  keys: { accessKeyId: string; secretAccessKey: string } | null
  pathStyle: boolean
}

/**
 * Returns the configured store; null: files stay in DATA_DIR. Returns a problem for half a key pair: the SDK would
 * silently look for other keys.
 */
export function s3Config(e: Environment): S3Config | null | { problem: string } {
  if (e.STORAGE_S3_BUCKET === undefined) return null
  const { STORAGE_S3_ACCESS_KEY: id, STORAGE_S3_SECRET_KEY: secret } = e
  if ((id === undefined) !== (secret === undefined))
    return {
      problem: 'STORAGE_S3_ACCESS_KEY, STORAGE_S3_SECRET_KEY: are set together or not at all',
    }
  const style = e.STORAGE_S3_PATH_STYLE
  return {
    bucket: e.STORAGE_S3_BUCKET,
    endpoint: e.STORAGE_S3_ENDPOINT === undefined ? null : withoutSlash(e.STORAGE_S3_ENDPOINT),
    region: e.STORAGE_S3_REGION,
    keys:
      id === undefined || secret === undefined
        ? null
        : { accessKeyId: id, secretAccessKey: secret },
    pathStyle:
      style === undefined ? e.STORAGE_S3_ENDPOINT !== undefined : style === '1' || style === 'true',
  }
}
