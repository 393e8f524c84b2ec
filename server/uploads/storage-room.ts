import { statfs } from 'node:fs/promises'
import { AppError } from '#server/http/app-error.ts'

/**
 * Refuses (507) a write that would leave less than `reserve` bytes on the disk of `folder`: the database writes there
 * too, and a full disk stops everything.
 */
export async function assertRoom(folder: string, bytes: number, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + reserve) throw new AppError('upload.storage_full')
}

/** Returns whether an error says, in any form, that there is no room left (disk, quota, store). */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  if (error instanceof AppError && error.code === 'upload.storage_full') return true
  // The image library passes on the system's message, but not its code.
  if (/no space left on device|disk quota exceeded/i.test(error.message)) return true
  return isStorageFull(error.cause)
}

/** Returns the refusal for errors that mean a full disk, and every other error unchanged. */
export const asStorageRefusal = (error: unknown): unknown =>
  isStorageFull(error) && !(error instanceof AppError)
    ? new AppError('upload.storage_full', { cause: error })
    : error
