import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { FileStore, ListedFile } from './file-store.ts'

/** Stores files in a local directory, created if missing. */
export function localFileStore(root: string): FileStore {
  /** A path that leads outside is our own bug (paths are built from ids), and must not become a vulnerability. */
  const inside = (path: string): string => {
    const full = join(root, path)
    if (!full.startsWith(root + sep)) throw new Error('a stored path leads outside the store')
    return full
  }

  return {
    async put(fromPath, path) {
      const target = inside(path)
      const folder = dirname(target)
      await makeFolder(folder)
      const waiting = join(folder, `.${randomUUID()}.part`)
      try {
        await copyCheaply(fromPath, waiting)
        await flush(waiting)
        await rename(waiting, target)
      } finally {
        // Renaming one link of a file over another link of it is a no-op that leaves both (POSIX).
        await rm(waiting, { force: true })
      }
      await flush(folder)
    },

    async open(path, span) {
      const handle = await opened(inside(path))
      if (handle === null) return null
      return handle.createReadStream(
        span === undefined ? {} : { start: span.first, end: span.last },
      )
    },

    async remove(path) {
      await rm(inside(path), { force: true })
    },

    async stat(path) {
      try {
        const found = await stat(inside(path))
        return found.isFile() ? { size: found.size } : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async *list(folder) {
      for await (const path of filesUnder(inside(folder))) {
        const listed = await describe(root, path)
        if (listed !== null) yield listed
      }
    },

    close() {},
  }
}

/** Walked lazily: a folder of a million files must not become a list in memory. */
async function* filesUnder(folder: string): AsyncGenerator<string> {
  let entries
  try {
    entries = await opendir(folder)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (entry.isFile()) yield path
  }
}

/** Null for a file that disappeared while the folder was read. */
async function describe(root: string, path: string): Promise<ListedFile | null> {
  try {
    const { size, ctime } = await stat(path)
    // Not mtime: a file that came by a hard link keeps the time of its last write, which may be days ago.
    return { path: relative(root, path), size, since: ctime }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Creates a folder and flushes the entries that lead to it; otherwise a power cut could lose the folder. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made))
    await flush(dirname(made))
}

/** A hard link costs nothing; a file system without them gets a copy-on-write or plain copy. */
async function copyCheaply(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (isMissing(error)) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

/** Waits until a file's bytes, or a folder's entries, are on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function opened(path: string) {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
