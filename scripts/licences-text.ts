import { readFileSync } from 'node:fs'

/** A package as the lockfile names it. */
export interface LockedPackage {
  name: string
  version: string
  /** An SPDX expression; null where its author states none. */
  licence: string | null
  integrity: string | null
  /** Whether production runs without it. */
  isForDevelopment: boolean
  hasInstallScript: boolean
}

/** Returns every package of the lockfile, each version once. */
export function lockedPackages(lockfile = 'package-lock.json'): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, Record<string, unknown>>
  }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, one]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: String(one['version']),
      licence: (one['license'] as string | undefined) ?? null,
      integrity: (one['integrity'] as string | undefined) ?? null,
      isForDevelopment: one['dev'] === true,
      hasInstallScript: one['hasInstallScript'] === true,
    }))
}

/** Returns the text of docs/licences.md: the licences of all packages, from the lockfile. */
export function licencesText(packages: readonly LockedPackage[]): string {
  const [development, production] = [true, false].map((wanted) =>
    packages.filter(({ isForDevelopment }) => isForDevelopment === wanted),
  ) as [LockedPackage[], LockedPackage[]]
  return [
    '# Licences of the packages we use',
    '',
    'Written from the lockfile by `npm run licences`; a test compares it. `npm run -s sbom` prints the packages of production as CycloneDX.',
    '',
    `## Installed in production (${production.length})`,
    '',
    ...byLicence(production),
    '',
    `## Built into the pages, or used to develop and test (${development.length})`,
    '',
    ...byLicence(development),
    '',
  ].join('\n')
}

/** One line per licence, the most frequent first, with its packages by name. */
function byLicence(packages: readonly LockedPackage[]): string[] {
  const groups = Map.groupBy(packages, ({ licence }) => licence ?? 'none stated')
  return [...groups]
    .toSorted(([one, a], [other, b]) => b.length - a.length || one.localeCompare(other))
    .map(([licence, of]) => {
      const names = [...new Set(of.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b))
      return `- **${licence}**: ${names.join(', ')}`
    })
}
