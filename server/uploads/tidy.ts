import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BUCKETS } from '#contract/uploads.ts'
import type { Deps } from '../deps.ts'
import { fileIdOf } from './file-address.ts'
import type { IncomingFiles } from './incoming-files.ts'
import { orderPreparation } from './prepare-file.ts'
import { removeRenditions, type Workshop } from './renditions.ts'
import { forgetUnused, knownFiles, markUnused, unpreparedFiles } from './tidy-store.ts'
import type { UploadLocks } from './upload-locks.ts'
import { fileById } from './upload-store.ts'

const HOUR_MS = 60 * 60_000
/** Nobody goes on with an upload a day later, or saves the form a finished one was for. */
const ABANDONED_AFTER_MS = 24 * HOUR_MS
/** A job that has not run for this long is lost, or its file came before there were such jobs. */
const LOST_AFTER_MS = HOUR_MS / 4

/** What cleaning up works on. */
export interface Broom {
  shop: Workshop
  incoming: IncomingFiles
  locks: UploadLocks
}

/** What went. */
export interface Tidied {
  uploads: number
  files: number
  orphans: number
}

/**
 * Removes uploads nobody goes on with and files nothing refers to, a day after that began. What is being sent,
 * finished or attached meanwhile stays.
 */
export async function tidyFiles(
  deps: Deps,
  { shop, incoming, locks }: Broom,
): Promise<Omit<Tidied, 'orphans'>> {
  const now = deps.clock()
  const dayAgo = new Date(now.getTime() - ABANDONED_AFTER_MS)
  let uploads = 0
  for await (const id of incoming.untouchedSince(dayAgo)) {
    const gone = await locks.ifFree(id, async () => {
      // Somebody may have gone on with it until a moment ago.
      if (!(await incoming.isUntouchedSince(id, dayAgo))) return false
      await incoming.forget(id)
      return true
    })
    if (gone === true) uploads += 1
  }
  await clearWorkshop(shop.folder, dayAgo)

  await markUnused(deps.pool, now)
  let files = 0
  for (;;) {
    const gone = await forgetUnused(deps.pool, dayAgo)
    for (const { path, renditions } of gone) {
      await shop.files.remove(path)
      await removeRenditions(shop.files, path, renditions)
    }
    files += gone.length
    if (gone.length === 0) break
  }

  const lost = await unpreparedFiles(deps.pool, new Date(now.getTime() - LOST_AFTER_MS))
  for (const file of lost) await orderPreparation(deps.pool, file)
  return { uploads, files }
}

/** Entries of the store asked about at once. */
const PAGE = 500

/**
 * Removes stored bytes that no row knows (a process died between the two). Only names of our making are touched:
 * a bucket may hold other things. Answers how many.
 */
export async function sweepStore(deps: Deps, { shop, locks }: Broom): Promise<number> {
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
        // Whoever finishes an upload holds its lock from storing to recording.
        if ((await fileById(deps.pool, id)) !== null) return false
        await shop.files.remove(path)
        return true
      })
      if (gone === true) removed += 1
    }
    page = []
  }
  for (const bucket of BUCKETS) {
    for await (const { path, since } of shop.files.list(bucket)) {
      if (since >= dayAgo) continue
      const id = fileIdOf(path)
      if (id !== null) page.push({ id, path })
      else if (INTERRUPTED.test(path)) await shop.files.remove(path)
      if (page.length >= PAGE) await look()
    }
  }
  await look()
  return removed
}

/** What an interrupted put to a local directory leaves. */
const INTERRUPTED = /\/\.[0-9a-f-]{36}\.part$/

/** Working folders of processes that died. */
async function clearWorkshop(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found !== null && found.mtime < before)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
