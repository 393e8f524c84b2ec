import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { announceVersion, makeWith } from '#scripts/keyring-edit.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { resealAll } from '#server/key-versions/stored-boxes.ts'
import { resealFiles } from '#server/key-versions/file-resealing.ts'
import { sealableFileStore } from '#server/providers/files/configured-file-store.ts'
import type { Machine } from './machine.ts'

const KEYS = ['server', 'files'] as const

/**
 * Rotates every key under load (decision 0111): lists the next versions, kills the server, makes them current, kills it
 * again, and re-encrypts everything stored while the product runs. The old versions stay listed: they are needed for
 * another hour.
 */
export async function rotateKeys({ env, server, postgres, pool, restart }: Machine): Promise<void> {
  const path = env['KEYRING_FILE'] ?? ''
  const config = () => readConfig({ ...env, DATABASE_URL: postgres.url })
  for (const change of [announceVersion, makeWith]) {
    for (const name of KEYS) await change(path, name, config())
    await server.kill9()
    await restart(0)
  }
  await again(() => reseal(pool, config()))
}

async function reseal(pool: Machine['pool'], config: Config): Promise<void> {
  for (const { what, closed } of await resealAll(pool, config.keys))
    if (closed > 0) throw new Error(`${closed} ${what} are sealed with no version there is`)
  const store = await sealableFileStore(config)
  if (store === null || config.fileKeys === null) throw new Error('files have no key')
  const folder = join(config.dataDir, 'files', 'work')
  await resealFiles(pool, store, config.fileKeys.keys.maker, folder)
  store.close()
}

/** The pool may still have connections to a database that has just been killed. */
async function again(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    await pause(1_000)
    await work()
  }
}
