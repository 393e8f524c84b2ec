import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { FileStore } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'

/** The configured store: a bucket if one is set, otherwise the data folder. */
export async function configuredFileStore(
  config: Pick<Config, 'dataDir' | 's3'>,
): Promise<FileStore> {
  if (config.s3 === null) return localFileStore(join(config.dataDir, 'files'))
  // The SDK takes a third of a second to load, and most installations never need it.
  const { s3FileStore } = await import('./s3-file-store.ts')
  return s3FileStore(config.s3)
}
