import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BUCKETS, UNDELIVERED_DAYS, UNFINISHED_UPLOAD_MS } from '#contract/uploads.ts'
import type { Deps } from '#server/deps/deps.ts'
import { fileIdOf } from './file-address.ts'
import type { Incoming } from './incoming.ts'
import { orderPreparation } from './prepare-file.ts'
import { removeRenditions, type MediaTools } from './renditions.ts'
import { giveOldRoomBack } from './storage-quota.ts'
import {
  forgetTaken,
  forgetUnused,
  knownFiles,
  markUnused,
  unpreparedFiles,
} from './cleanup-store.ts'
import type { UploadLocks } from './upload-locks.ts'
import { fileById } from './upload-store.ts'

const HOUR_MS = 60 * 60_000
/** A form whose file was uploaded a day ago will not be saved any more. */
const ABANDONED_AFTER_MS = 24 * HOUR_MS
/** A job that has not run for this long is lost, or its file is older than the job. */
const LOST_AFTER_MS = HOUR_MS / 4

/** The dependencies of the clean-up. */
export interface CleanupDeps {
  tools: MediaTools
  incoming: Incoming
  locks: UploadLocks
}

/** The counts of removed rows and files. */
export interface CleanupCounts {
  files: number
}

/** The interval, in ms, at which unfinished uploads are cleaned up (file-tasks.ts); their limit is shortened by it. */
const LOOK_EVERY_MS = 10 * 60_000

/** Removes uploads that are still unfinished two hours after they began. Returns the number removed. */
export async function dropUnfinished(
  deps: Deps,
  { incoming, locks }: Pick<CleanupDeps, 'incoming' | 'locks'>,
): Promise<number> {
  const before = new Date(deps.clock().getTime() - UNFINISHED_UPLOAD_MS + LOOK_EVERY_MS)
  let dropped = 0
  for await (const id of incoming.begunBefore(before)) {
    // Skipped while a chunk is arriving or the upload is being finished.
    const gone = await locks.ifFree(id, async () => {
      await incoming.forget(id)
      return true
    })
    if (gone === true) dropped += 1
  }
  await giveOldRoomBack(deps.pool, before)
  return dropped
}

/**
 * Removes files a day after their last use, and those of a delivery after seven, because it may be waiting for the
 * money. Anything finished or attached meanwhile stays.
 */
export async function cleanUpFiles(
  deps: Deps,
  { tools }: Pick<CleanupDeps, 'tools'>,
): Promise<CleanupCounts> {
  const now = deps.clock()
  const dayAgo = new Date(now.getTime() - ABANDONED_AFTER_MS)
  const deliveredBefore = new Date(now.getTime() - UNDELIVERED_DAYS * ABANDONED_AFTER_MS)
  await clearWorkFolders(tools.folder, dayAgo)

  await forgetTaken(deps.pool, now)
  await markUnused(deps.pool, now)
  let files = 0
  for (;;) {
    const gone = await forgetUnused(deps.pool, dayAgo, deliveredBefore)
    for (const { path, renditions } of gone) {
      await tools.files.remove(path)
      await removeRenditions(tools.files, path, renditions)
    }
    files += gone.length
    if (gone.length === 0) break
  }

  const lost = await unpreparedFiles(deps.pool, new Date(now.getTime() - LOST_AFTER_MS))
  for (const file of lost) await orderPreparation(deps.pool, file)
  return { files }
}

/** Store entries looked up per query. */
const PAGE = 500

/**
 * Removes stored bytes without a row (a process died between the two). Only our own names are touched, because a bucket
 * may hold other things. Returns the number removed.
 */
export async function sweepStore(deps: Deps, { tools, locks }: CleanupDeps): Promise<number> {
  const dayAgo = new Date(deps.clock().getTime() - ABANDONED_AFTER_MS)
  let removed = 0
  let page: { id: string; path: string }[] = []
  const look = async () => {
    const known = await knownFiles(
      deps.pool,
      page.map(({ id }) => id),
    )
    for (const { id, path } of page) {
      if (known.has(id)) continue
      const gone = await locks.ifFree(id, async () => {
        // Finishing an upload holds its lock from storing to recording.
        if ((await fileById(deps.pool, id)) !== null) return false
        await tools.files.remove(path)
        return true
      })
      if (gone === true) removed += 1
    }
    page = []
  }
  for (const bucket of BUCKETS) {
    for await (const { path, since } of tools.files.list(bucket)) {
      if (since >= dayAgo) continue
      const id = fileIdOf(path)
      if (id !== null) page.push({ id, path })
      else if (INTERRUPTED.test(path)) await tools.files.remove(path)
      if (page.length >= PAGE) await look()
    }
  }
  await look()
  return removed
}

/** The leftovers of an interrupted put to a local directory. */
const INTERRUPTED = /\/\.[0-9a-f-]{36}\.part$/

/** Working folders of dead processes. */
async function clearWorkFolders(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found !== null && found.mtime < before)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
