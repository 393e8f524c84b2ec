import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/logging/log.ts'
import { privateFolder } from '#server/providers/files/private-files.ts'
import { createClamdScanner } from '#server/providers/clamd/clamd-scanner.ts'
import { configuredFileStore } from '#server/providers/files/configured-file-store.ts'
import { findVideoTool } from '#server/providers/video/find-video-tool.ts'
import type { Incoming } from './incoming.ts'
import { IncomingFiles } from './incoming-files.ts'
import { IncomingPieces } from './incoming-pieces.ts'
import type { MediaTools } from './renditions.ts'
import { createUploadScan } from './scan-upload.ts'
import { type UploadLocks, uploadLocks } from './upload-locks.ts'

/** Everything that files are stored and processed with; one per process. */
export interface Storage {
  tools: MediaTools
  /** In the bucket where there is one, so that any process can continue what another began. */
  incoming: Incoming
  locks: UploadLocks
  /** Closes connections. Work in progress must have ended. */
  close(): Promise<void>
}

/** Opens the configured storage, and checks whether videos can be prepared here. */
export async function openStorage(config: Config, log: Log): Promise<Storage> {
  privateFolder(join(config.dataDir, 'files'))
  const files = await configuredFileStore(config)
  const video = await findVideoTool(config.ffmpeg)
  if (video === null) log.warn('no video tool here: videos are shown as they were uploaded')
  else log.info({ tool: video.name }, 'videos are prepared')
  const locks = uploadLocks(config.databaseUrl)
  return {
    tools: {
      files,
      video,
      folder: join(config.dataDir, 'files', 'work'),
      ...(config.clamd === null
        ? {}
        : { scan: createUploadScan(createClamdScanner(config.clamd), log) }),
    },
    incoming:
      config.s3 === null ? new IncomingFiles(config, files) : new IncomingPieces(files, config),
    locks,
    async close() {
      await locks.close()
      files.close()
    },
  }
}
