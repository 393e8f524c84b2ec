import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import { type KeyUse, keyUses } from './key-uses.ts'
import { type KeyName, type KeyVersionRow, usedVersions } from './key-version-store.ts'

/** One line for each version of each key, and for each kind of stored thing that needs a version of the server key. */
export async function keyStatus(
  db: Queryable,
  { keys, fileKeys }: Pick<Config, 'keys' | 'fileKeys'>,
  now: Date,
): Promise<string[]> {
  const used = await usedVersions(db)
  const ofFiles = { versions: fileKeys?.keys.versions ?? [], maker: fileKeys?.keys.maker ?? 0 }
  return [
    ...linesOf('server', keys, { used, uses: await keyUses(db, now) }),
    ...linesOf('files', fileKeys?.makes === true ? ofFiles : { ...ofFiles, maker: 0 }, {
      used,
      uses: [],
    }),
  ]
}

type Versions = Pick<Keyring, 'versions' | 'maker'>

function linesOf(
  name: KeyName,
  keys: Versions,
  { used, uses }: { used: readonly KeyVersionRow[]; uses: readonly KeyUse[] },
): string[] {
  const own = used.filter((row) => row.name === name)
  const all = [...own, ...uses].map(({ version }) => version)
  const versions = [...new Set([...keys.versions, ...all])]
  return versions
    .toSorted((one, other) => one - other)
    .flatMap((version) => {
      const row = own.find((one) => one.version === version)
      const made =
        row === undefined ? 'never used' : `used from ${row.first_made_at} to ${row.last_made_at}`
      return [
        `${name} ${version}: ${stateOf(keys, version)}, ${made}`,
        ...uses
          .filter((use) => use.version === version)
          .map(({ what, count }) => `  ${count} ${what}`),
      ]
    })
}

function stateOf({ versions, maker }: Versions, version: number): string {
  if (!versions.includes(version)) return 'MISSING here'
  if (version === maker) return 'current'
  return version > maker ? 'announced' : 'decrypts only'
}
