import { AUTH_SECONDS } from '#contract/auth.ts'
import { UNFINISHED_UPLOAD_MS } from '#contract/uploads.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import { keyUses } from './key-uses.ts'
import { endSessionsOf, forgetVersion, usedVersions } from './key-version-store.ts'
import { MAKER_NOTED_EVERY_MS } from './key-versions.ts'
import { BOX_COLUMNS, resealAll } from './stored-boxes.ts'

/**
 * The longest that something lives of which no row says its version, in ms: mailed codes; links to files live shorter. A process
 * may have made it up to ten minutes after it last said that it makes.
 */
const UNCOUNTED_MS = AUTH_SECONDS.link * 1_000 + MAKER_NOTED_EVERY_MS

/**
 * Seals everything stored with the maker, then forgets a version, so that processes start without it. Answers why it is still needed, and
 * changes nothing then; nothing where it is gone. `isLost`: what needs it is given up, and sessions that
 * nothing can continue end.
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
  if (version >= keys.maker) return ['it makes, or will']
  await resealAll(db, keys)
  const made = (await usedVersions(db)).find(
    (used) => used.name === 'server' && used.version === version,
  )
  const minutes =
    made === undefined ? 0 : (Date.parse(made.last_made_at) + UNCOUNTED_MS - now.getTime()) / 60_000
  // What is still under it in the columns is what no version opens.
  const columns = new Set(BOX_COLUMNS.map(({ what }) => what))
  const uses = (await keyUses(db, now)).filter(
    (use) => use.version === version && !columns.has(use.what),
  )
  return [
    ...(minutes > 0
      ? [
          `a process made with it lately, so links and codes need it for ${Math.ceil(minutes)} minutes`,
        ]
      : []),
    ...uses.map(({ what, count }) => `${count} ${what}`),
  ]
}

/** The longest that an unfinished upload lives in the bucket, which no row names, in ms; see MAKER_NOTED_EVERY_MS. */
const UNFINISHED_MS = UNFINISHED_UPLOAD_MS + MAKER_NOTED_EVERY_MS

/**
 * The same for the key of files: `reseal` encrypts all of them with the maker first. A file that cannot be opened throws BrokenSeal, and
 * the version stays.
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
    if (maker === null || version >= maker) return ['it makes, or no later one does']
    const used = (await usedVersions(db)).find(
      (one) => one.name === 'files' && one.version === version,
    )
    const left =
      used === undefined ? 0 : Date.parse(used.last_made_at) + UNFINISHED_MS - now.getTime()
    if (left > 0)
      return [
        `a process made with it lately, so unfinished uploads need it for ${Math.ceil(left / 60_000)} minutes`,
      ]
    await reseal()
  }
  await forgetVersion(db, 'files', version)
  return []
}
