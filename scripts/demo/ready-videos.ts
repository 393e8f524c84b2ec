import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Media } from '#contract/media.ts'
import { mayReadOriginal } from '#contract/originals.ts'
import type { Pool } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { renditionPath } from '#server/uploads/file-address.ts'
import { beginReview, deliveryOfFile, workOf } from '#server/uploads/work-store.ts'
import { recordPreparation } from '#server/uploads/upload-store.ts'
import { DEMO_VIDEOS, demoMark, videoPath } from './videos.ts'

/**
 * Gives each upload of a demo video the copies that the server would make of it, which are stored beside the video, and
 * withdraws the job that makes them: otherwise a first start would work on them for minutes. Returns the number of
 * uploads.
 */
export async function readyVideos(pool: Pool, files: FileStore, now: Date): Promise<number> {
  let count = 0
  for (const { name } of DEMO_VIDEOS) {
    const video = await readFile(videoPath(name, 'mp4'))
    const media = JSON.parse(await readFile(videoPath(name, 'json'), 'utf8')) as Media
    const sha256 = createHash('sha256').update(video).digest('hex')
    const uploads = await rows<{ id: string; path: string }>(
      pool,
      sql`select id, path from files where sha256 = ${sha256} and prepared_at is null`,
    )
    const mark = demoMark(name, video)
    for (const { id, path } of uploads) {
      const work = await workOf(pool, { id })
      const isOpen = work === null || mayReadOriginal('brand', work.money)
      // A copy that names another deal, or another version of it, is made in the background.
      if (!isOpen && work.mark !== mark) continue
      const made = isOpen ? PLAIN : MARKED
      for (const [rendition, ending] of made)
        await files.put(videoPath(name, ending), renditionPath(path, rendition))
      const renditions = made.map(([rendition]) => rendition)
      await recordPreparation(pool, id, { renditions, media, mark: isOpen ? null : mark }, now)
      const delivery = await deliveryOfFile(pool, id)
      if (delivery !== null)
        await inTransaction(pool, (tx) => beginReview(tx, delivery, { open: isOpen }, now))
      await execute(pool, sql`select graphile_worker.remove_job(${`files.prepare:${id}`})`)
      count += 1
    }
  }
  return count
}

/** Each rendition, and its source here: a demo video is made in a preview's format. */
const PLAIN = [
  ['poster.webp', 'poster.webp'],
  ['preview.mp4', 'mp4'],
  ['storyboard.webp', 'storyboard.webp'],
] as const

const MARKED = [
  ['marked.mp4', 'marked.mp4'],
  ['marked_poster.webp', 'marked_poster.webp'],
  ['marked_storyboard.webp', 'marked_storyboard.webp'],
] as const
