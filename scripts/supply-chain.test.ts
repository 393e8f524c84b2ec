import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licencesText, lockedPackages } from './licences-text.ts'

const packages = lockedPackages()
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  allowScripts: Record<string, boolean>
}

/**
 * Licences that allow us to run and bundle a package without publishing our own code. LGPL and MPL allow it as long as
 * the package remains a file of its own, as libvips and mediabunny do.
 */
const PERMITTED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Zlib',
  'OFL-1.1',
  'LGPL-3.0-or-later',
  'MPL-2.0',
]

test('every package is pinned by a SHA-512 hash', () => {
  const loose = packages.filter(({ integrity }) => !integrity?.startsWith('sha512-'))
  expect(loose.map(({ name }) => name)).toEqual([])
})

test('only listed packages have install scripts, and none of them is used in production', () => {
  const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript)
  expect(scripted.map(({ name }) => name).toSorted()).toEqual(Object.keys(allowScripts).toSorted())
  expect(scripted.filter(({ isForDevelopment }) => !isForDevelopment)).toEqual([])
})

test('production uses no package whose licence we have not agreed to', () => {
  const parts = (licence: string | null) => licence?.replaceAll(/[()]/g, '').split(/ AND /) ?? ['']
  const others = packages.filter(
    ({ isForDevelopment, licence }) =>
      !isForDevelopment && !parts(licence).every((one) => PERMITTED.includes(one)),
  )
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
})

test('docs/licences.md matches the lockfile: `npm run licences` writes it', () => {
  expect(readFileSync('docs/licences.md', 'utf8')).toBe(licencesText(packages))
})
