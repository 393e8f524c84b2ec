import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { FileStore } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'
import { type ResealableStore, sealedFileStore } from './sealed-file-store.ts'

type Stored = Pick<Config, 'dataDir' | 's3' | 'fileKeys'>

/** The configured store: a bucket if one is set, otherwise the data folder. Encrypted if a file key is listed. */
export async function configuredFileStore(config: Stored): Promise<FileStore> {
  return (await sealableFileStore(config)) ?? bareFileStore(config)
}

/** The same, for re-encryption; null if no file key is listed. */
export async function sealableFileStore(config: Stored): Promise<ResealableStore | null> {
  if (config.fileKeys === null) return null
  const { keys, makes } = config.fileKeys
  return sealedFileStore(await bareFileStore(config), {
    maker: makes ? keys.maker : null,
    keyOf: (version) => keys.derive(version, 'file'),
  })
}

async function bareFileStore(config: Stored): Promise<FileStore> {
  if (config.s3 === null) return localFileStore(join(config.dataDir, 'files'))
  // The SDK takes a third of a second to load, and most installations never need it.
  const { s3FileStore } = await import('./s3-file-store.ts')
  return s3FileStore(config.s3)
}
