import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { ResealableStore } from '#server/providers/files/sealed-file-store.ts'
import { renditionPath } from '#server/uploads/file-address.ts'

/** Rows per query. */
const BATCH = 200

/** The outcome for stored files, including their derived copies. */
export interface ResealedFiles {
  resealed: number
  /** Already encrypted with the current version. */
  left: number
  /** Rows refer to them, but they are missing from the store. */
  missing: number
}

/**
 * Encrypts every plain file with the current version, and re-encrypts files of other versions. The plain bytes stay the
 * same, and readers notice nothing. Can be stopped and repeated. `folder` (created if missing) holds one file at a
 * time. Throws what the store throws, for example BrokenSeal.
 */
export async function resealFiles(
  db: Queryable,
  store: ResealableStore,
  maker: number,
  folder: string,
): Promise<ResealedFiles> {
  const result = { resealed: 0, left: 0, missing: 0 }
  await mkdir(folder, { recursive: true })
  for await (const path of storedPaths(db)) {
    const outcome = await resealFile(store, maker, { path, folder })
    result[outcome] += 1
  }
  return result
}

async function resealFile(
  store: ResealableStore,
  maker: number,
  { path, folder }: { path: string; folder: string },
): Promise<keyof ResealedFiles> {
  if ((await store.versionOf(path)) === maker) return 'left'
  const stream = await store.open(path)
  if (stream === null) return 'missing'
  const passing = join(folder, `reseal-${randomUUID()}`)
  try {
    await pipeline(stream, createWriteStream(passing, { mode: 0o600 }))
    // It may have been deleted meanwhile, along with its row: the nightly sweep then deletes this copy.
    await store.put(passing, path)
    return 'resealed'
  } finally {
    await rm(passing, { force: true })
  }
}

/** The paths of all files that rows refer to, and of their derived copies. */
async function* storedPaths(db: Queryable): AsyncGenerator<string> {
  let after: string | null = null
  for (;;) {
    const found: { id: string; path: string; renditions: string[] }[] = await rows(
      db,
      sql`select id, path, renditions from files where ${after}::uuid is null or id > ${after}::uuid order by id limit ${BATCH}`,
    )
    for (const { path, renditions } of found) {
      yield path
      for (const name of renditions) yield renditionPath(path, name)
    }
    after = found.at(-1)?.id ?? null
    if (found.length < BATCH) return
  }
}
