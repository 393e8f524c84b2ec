import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbeddedPostgres } from '#scripts/embedded-postgres.ts'
import { isAlive } from '#scripts/processes.ts'

const FOLDER_PREFIX = 'cartwright-tests-'

/** Files in memory, where the system has such a folder (Linux); containers often limit it to 64 MB. */
const MEMORY_FOLDER = '/dev/shm'
/** PostgreSQL keeps up to 1 GB of its log; the rest is for the databases of the tests that run concurrently. */
const MEMORY_ROOM_BYTES = 3 * 1024 ** 3

/** This process's folder for a database in `postgres` below it; in memory where there is room. */
export const folderInMemory = (): string => folderIn(roomyMemoryFolder() ?? tmpdir())

/** Like `folderInMemory`, but among the system's temporary files. */
export const folderOnDisk = (): string => folderIn(tmpdir())

function folderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, FOLDER_PREFIX))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  return folder
}

/**
 * The folder for files in memory if the run's databases fit there, else null. On a disk, each of the thousands of files
 * of a new database pays for what was deleted shortly before: ext4 steps over the deleted ones, one by one.
 */
function roomyMemoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MEMORY_ROOM_BYTES ? MEMORY_FOLDER : null
  } catch {
    return null
  }
}

/** A run that was killed could not stop its server; the next run stops it. */
export async function sweepKilledRuns(): Promise<void> {
  for (const parent of [tmpdir(), MEMORY_FOLDER].filter((path) => existsSync(path)))
    for (const name of readdirSync(parent)) await sweepIfKilled(parent, name)
}

async function sweepIfKilled(parent: string, name: string): Promise<void> {
  if (!name.startsWith(FOLDER_PREFIX)) return
  const folder = join(parent, name)
  try {
    if (isAlive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) return
    await stopEmbeddedPostgres(join(folder, 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Being created or removed by another run at this moment, or owned by someone else.
  }
}
