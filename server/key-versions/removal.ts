import { AUTH_SECONDS } from '#contract/auth.ts'
import { UNFINISHED_UPLOAD_MS } from '#contract/uploads.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import { keyUses } from './key-uses.ts'
import { endSessionsOf, forgetVersion, usedVersions } from './key-version-store.ts'
import { MAKER_NOTED_EVERY_MS } from './key-versions.ts'
import { BOX_COLUMNS, resealAll } from './stored-boxes.ts'

/**
 * The longest lifetime of anything whose version no row records, in ms: mailed codes (links to files expire earlier). A
 * process may have made one up to ten minutes after it last recorded its version.
 */
const UNCOUNTED_MS = AUTH_SECONDS.link * 1_000 + MAKER_NOTED_EVERY_MS

/**
 * Re-encrypts everything stored with the current version, then deletes the record of a version, so that processes start
 * without it. Returns the reasons why the version is still needed, in which case it is not deleted; an empty list once
 * it is deleted. `isLost`: skips the check and the re-encryption, and ends the sessions of that version.
 */
export async function removeVersion(
  db: Queryable,
  keys: Keyring,
  version: number,
  { isLost, now }: { isLost: boolean; now: Date },
): Promise<string[]> {
  if (isLost) await endSessionsOf(db, version)
  else {
    const reasons = await stillNeeded(db, keys, version, now)
    if (reasons.length > 0) return reasons
  }
  await forgetVersion(db, 'server', version)
  return []
}

async function stillNeeded(
  db: Queryable,
  keys: Keyring,
  version: number,
  now: Date,
): Promise<string[]> {
  if (version >= keys.maker) return ['it is current, or will be']
  await resealAll(db, keys)
  const made = (await usedVersions(db)).find(
    (used) => used.name === 'server' && used.version === version,
  )
  const minutes =
    made === undefined ? 0 : (Date.parse(made.last_made_at) + UNCOUNTED_MS - now.getTime()) / 60_000
  // Whatever still has this version in the columns cannot be decrypted by any version.
  const columns = new Set(BOX_COLUMNS.map(({ what }) => what))
  const uses = (await keyUses(db, now)).filter(
    (use) => use.version === version && !columns.has(use.what),
  )
  return [
    ...(minutes > 0
      ? [`a process used it recently, so links and codes need it for ${Math.ceil(minutes)} minutes`]
      : []),
    ...uses.map(({ what, count }) => `${count} ${what}`),
  ]
}

/**
 * The longest lifetime of an unfinished upload in the bucket, which no row refers to, in ms; see MAKER_NOTED_EVERY_MS.
 */
const UNFINISHED_MS = UNFINISHED_UPLOAD_MS + MAKER_NOTED_EVERY_MS

/**
 * The same for the key of files: `reseal` first re-encrypts all files with the current version. A file that cannot be
 * decrypted throws BrokenSeal, and the version stays.
 */
export async function removeFileVersion(
  db: Queryable,
  version: number,
  {
    maker,
    reseal,
    isLost,
    now,
  }: { maker: number | null; reseal: () => Promise<unknown>; isLost: boolean; now: Date },
): Promise<string[]> {
  if (!isLost) {
    if (maker === null || version >= maker) return ['it is current, or no later version is']
    const used = (await usedVersions(db)).find(
      (one) => one.name === 'files' && one.version === version,
    )
    const left =
      used === undefined ? 0 : Date.parse(used.last_made_at) + UNFINISHED_MS - now.getTime()
    if (left > 0)
      return [
        `a process used it recently, so unfinished uploads need it for ${Math.ceil(left / 60_000)} minutes`,
      ]
    await reseal()
  }
  await forgetVersion(db, 'files', version)
  return []
}
