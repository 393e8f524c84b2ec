import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from './build.mjs'

/** The bundles that run when only `dependencies` are installed. The others start sandboxes or an embedded database. */
const BUNDLES = [
  'main',
  'video-decoder',
  'pdf-maker',
  'backup',
  'restore',
  'migrate',
  'money-check',
  'money-reconcile',
  'audit-command',
  'keys-command',
  'operator-role',
  'auth-command',
]

/** The ways in which the bundles import a package: statically, lazily, or by a require of their own. */
const NAMED = [
  /^(?:import|export)\b[^"';]*["']([^"'.#/][^"']*)["'];?$/gm,
  /\bimport\(["']([^"'.#/][^"']*)["']\)/g,
  // The bundler numbers functions that share a name: load$1.
  /\b(?:load|require)(?:\$\d+)?\(["']([^"'.#/][^"']*)["']\)/g,
]

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

beforeAll(() => ensureBuilt(process.cwd(), ['server']))

test('"dependencies" lists exactly the packages that the production bundles import', () => {
  const needed = new Set(BUNDLES.flatMap(packagesOf))
  expect([...needed].toSorted()).toEqual(Object.keys(dependencies).toSorted())
  expect(Object.keys(dependencies).filter((name) => name in devDependencies)).toEqual([])
})

function packagesOf(bundle: string): string[] {
  const text = readFileSync(`dist/server/${bundle}.js`, 'utf8')
  return NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}
