import type { Log } from '#server/logging/log.ts'
import { AppError } from '#server/http/app-error.ts'
import { type FileScanner, NotScanned } from '#server/providers/clamd/file-scanner.ts'
import type { UploadIntent } from './upload-intent.ts'

/** An upload whose bytes have all arrived here. */
interface Scanned extends UploadIntent {
  id: string
  owner_id: string
  bytesAt: string
  sha256: string
}

/** The check that refuses harmful uploads; one per process. */
export interface UploadScan {
  /**
   * Throws `upload.harmful` for a file in which something was found, and `upload.not_scanned` while the scanner gives
   * no verdict: then what arrived is kept, and the upload may be finished later.
   */
  assertClean(upload: Scanned): Promise<void>
}

/** Scans with `scanner`, and logs what an operator needs to know. */
export function createUploadScan(scanner: FileScanner, log: Log): UploadScan {
  return {
    async assertClean({ id, bucket, owner_id, bytesAt, sha256 }) {
      const about = { upload: id, bucket, owner: owner_id, sha256 }
      try {
        const found = await scanner.scan(bytesAt)
        if (found === null) return
        log.warn({ ...about, found }, 'a harmful upload was refused')
      } catch (cause) {
        if (!(cause instanceof NotScanned)) throw cause
        log.error({ ...about, err: cause }, 'an upload could not be scanned and was refused')
        throw new AppError('upload.not_scanned', { cause, retryAfter: RETRY_AFTER_S })
      }
      throw new AppError('upload.harmful')
    },
  }
}

/** The number of seconds after which a retry makes sense: clamd takes about as long to load its signatures. */
const RETRY_AFTER_S = 60
