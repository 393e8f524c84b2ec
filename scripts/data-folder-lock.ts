import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './launch-settings.ts'
import { isAlive, startedAt, until } from './processes.ts'

interface Owner {
  pid: number
  started: string | null
  address: string
}

/** How long a stopping or killed owner has to exit. */
const PATIENCE_MS = 3_000

/**
 * Makes this process the only launcher on a data folder, until the returned function is called or the process is gone.
 * Throws Refusal when another launcher is running there.
 */
export async function lockDataFolder(dataDir: string, address: string): Promise<() => void> {
  const lock = join(dataDir, 'launcher.lock')
  const mine = `${lock}.${process.pid}`
  const owner: Owner = { pid: process.pid, started: startedAt(process.pid), address }
  writeFileSync(mine, JSON.stringify(owner))
  try {
    const taken = await until(() => take(lock, mine), PATIENCE_MS, 200)
    if (taken) return () => rmSync(lock, { force: true })
  } finally {
    rmSync(mine, { force: true })
  }
  const holder = readOwner(lock)
  throw new Refusal(
    `Cartwright already runs on ${dataDir} (process ${holder?.pid}, ${holder?.address}); stop it, or set DATA_DIR to another folder.`,
  )
}

/** Creating a link either succeeds completely or fails because the name exists. */
function take(lock: string, mine: string): boolean {
  const owner = readOwner(lock)
  if (owner && !(isAlive(owner.pid) && startedAt(owner.pid) === owner.started)) {
    rmSync(lock, { force: true })
  }
  try {
    linkSync(mine, lock)
    return true
  } catch {
    return false
  }
}

function readOwner(lock: string): Owner | null {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Owner
  } catch {
    return null
  }
}
