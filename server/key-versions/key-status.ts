import type { Queryable } from '#server/db/pool.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import { keyUses } from './key-uses.ts'
import { usedVersions } from './key-version-store.ts'

/** One line for each version of the server's key, and for everything stored that needs it. */
export async function keyStatus(db: Queryable, keys: Keyring, now: Date): Promise<string[]> {
  const used = (await usedVersions(db)).filter(({ name }) => name === 'server')
  const uses = await keyUses(db, now)
  const versions = new Set([
    ...keys.versions,
    ...used.map(({ version }) => version),
    ...uses.map(({ version }) => version),
  ])
  return [...versions]
    .toSorted((one, other) => one - other)
    .flatMap((version) => {
      const row = used.find((one) => one.version === version)
      const made =
        row === undefined ? 'never made' : `made from ${row.first_made_at} to ${row.last_made_at}`
      return [
        `server ${version}: ${stateOf(keys, version)}, ${made}`,
        ...uses
          .filter((use) => use.version === version)
          .map(({ what, count }) => `  ${count} ${what}`),
      ]
    })
}

function stateOf({ versions, maker }: Keyring, version: number): string {
  if (!versions.includes(version)) return 'MISSING here'
  if (version === maker) return 'makes'
  return version > maker ? 'listed, opens' : 'opens'
}
