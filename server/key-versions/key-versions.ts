import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/db/pool.ts'
import { every } from '#server/jobs/every.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import type { Log } from '#server/logging/log.ts'
import { type KeyName, type KeyVersionRow, noteMaker, usedVersions } from './key-version-store.ts'

/** How often a process records its current version, in ms. */
export const MAKER_NOTED_EVERY_MS = 600_000

/** This process cannot decrypt what is stored. The message is a sentence or two. */
export class UnfitKeys extends Error {
  override name = 'UnfitKeys'
}

/** How an operator fixes a version that is missing or has a different secret. */
const REMEDY: Record<KeyName, string> = {
  server: 'Put it back into KEYRING_FILE (version 1 may be FILE_LINK_SECRET)',
  files: 'Put it back into KEYRING_FILE',
}

/**
 * Throws UnfitKeys when the database was used with a version that this process lacks, or has with a different secret:
 * sessions, second factors and addresses would be lost silently.
 */
export async function refuseUnfitKeys(
  db: Queryable,
  keyrings: Partial<Record<KeyName, Keyring>>,
): Promise<void> {
  for (const used of await usedVersions(db)) {
    const problem = problemWith(used, keyrings[used.name])
    if (problem !== null)
      throw new UnfitKeys(
        `${problem} ${REMEDY[used.name]}; \`npm run keys:status\` says what needs it, and \`npm run keys:remove -- ${used.name} ${used.version}\` ends that.`,
      )
  }
}

function problemWith({ name, version, mark }: KeyVersionRow, keys: Keyring | undefined) {
  const here = keys?.markOf(version) ?? null
  if (here === null)
    return `The database has data sealed or signed with version ${version} of the key "${name}", which this process does not have.`
  return here === mark
    ? null
    : `Version ${version} of the key "${name}" has another secret than the one the database was used with.`
}

/** Refuses unfit keys, then records this process's current versions, at startup and regularly afterwards. */
export async function keepKeyVersions(
  db: Queryable,
  { keys, fileKeys }: Pick<Config, 'keys' | 'fileKeys'>,
  log: Log,
): Promise<{ stop(): void }> {
  await refuseUnfitKeys(db, {
    server: keys,
    ...(fileKeys === null ? {} : { files: fileKeys.keys }),
  })
  const makers: [KeyName, Keyring][] = [['server', keys]]
  if (fileKeys?.makes === true) makers.push(['files', fileKeys.keys])
  const note = async () => {
    for (const [name, ring] of makers)
      await noteMaker(
        db,
        { name, version: ring.maker, mark: ring.markOf(ring.maker) ?? '' },
        new Date(),
      )
  }
  await note()
  return { stop: every(MAKER_NOTED_EVERY_MS, note, log, 'the version of a key was not noted') }
}
