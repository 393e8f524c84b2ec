import type { Readable } from 'node:stream'
import { notIncludedWords as say } from '#contract/approved-work.ts'
import { mayReadOriginal } from '#contract/originals.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { entryName, uniqueNames } from '#server/uploads/archive-names.ts'
import { savedName } from '#server/uploads/content-disposition.ts'
import { mayOpen, recordOpening } from '#server/uploads/original-door.ts'
import { zipStream } from '#server/uploads/zip-stream.ts'
import { approvedWorkUrl, type LinkedWork } from './approved-work-link.ts'
import { type ApprovedFileRow, approvedFilesOf, ownListing } from './approved-work-store.ts'

const opensFor = ({ money }: ApprovedFileRow): boolean => mayReadOriginal('brand', money)

/** Returns a link to all approved work of the viewer's own project. Throws 404 for anyone else, project.hires_one. */
export async function linkApprovedWork(
  { pool, config }: Deps,
  viewer: Viewer,
  listingId: string,
  now: Date,
) {
  const work = { listingId, sellerId: viewer.id }
  if (foundOr404(await ownListing(pool, work)).wanted === 1) throw new AppError('project.hires_one')
  const all = await approvedFilesOf(pool, work)
  const given = all.filter(opensFor)
  return {
    url: given.length === 0 ? null : approvedWorkUrl(config, work, now),
    files: given.length,
    size: given.reduce((sum, { size }) => sum + size, 0),
    locked: all.length - given.length,
  }
}

/**
 * Streams the archive: a folder per creator with the originals that the brand may read at the moment each is opened. A
 * text file beside the folders lists the approved files that are missing, with the reasons. A file that breaks off
 * aborts the archive.
 */
export function approvedWorkZip(deps: Deps, files: FileStore, work: LinkedWork): Readable {
  const { pool, log, clock } = deps
  return zipStream(async (zip) => {
    const absent: string[] = []
    const leaveOut = (file: ApprovedFileRow, why: keyof typeof say.why) =>
      absent.push(say.line(file.creator_name, file.file_name, say.why[why]))
    const pathOf = archivePaths()
    for (const file of await approvedFilesOf(pool, work)) {
      if (zip.gone) return
      // The money may have moved since the archive started.
      if (!(await mayOpen(pool, file, { rendition: null, readerId: work.sellerId }))) {
        leaveOut(file, 'locked')
        continue
      }
      const stored = await files.stat(file.path)
      const bytes = stored?.size === file.size ? await files.open(file.path) : null
      if (bytes === null) {
        log.error({ file_id: file.id }, 'an approved file is not in the storage as it was stored')
        leaveOut(file, 'missing')
        continue
      }
      const about = { size: file.size, mtime: new Date(file.handed_in_at) }
      await Promise.all([
        zip.addStream(pathOf(file), bytes, about),
        recordOpening(pool, file, work.sellerId, clock()),
      ])
    }
    if (absent.length > 0)
      zip.add(say.fileName, Buffer.from([say.intro, ...absent, ''].join('\r\n')))
  })
}

/** Names each file in its creator's folder. Two creators with the same name get a folder each. */
function archivePaths(): (file: ApprovedFileRow) => string {
  const folderOf = uniqueNames()
  // Reserves the name of what lies beside the work, so that no folder takes it.
  folderOf(say.fileName)
  const folders = new Map<string, { folder: string; nameOf: (name: string) => string }>()
  return (file) => {
    const known = folders.get(file.owner_id)
    const own = known ?? { folder: folderOf(file.creator_name), nameOf: uniqueNames() }
    folders.set(file.owner_id, own)
    return `${own.folder}/${own.nameOf(savedName(file))}`
  }
}

/** The file name under which the archive of a project is saved. */
export const archiveName = (title: string): string => entryName(`${title}.zip`)
