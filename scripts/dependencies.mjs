import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from './node-version.mjs'

/**
 * Brings node_modules in line with package-lock.json, with `npm ci`, when it is not already. Costs a
 * few milliseconds when there is nothing to do. Resolves to false when npm failed (it has said why).
 * @param {string} root folder of the repository
 * @returns {Promise<boolean>}
 */
export async function ensureDependencies(root) {
  const missing = missingPackages(root)
  if (missing === 0) return true
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  console.log(`Installing ${missing} packages from the lockfile (about a minute the first time)…`)
  const heartbeat = setInterval(
    () => console.log(`  still installing, ${seconds()} s so far`),
    15_000,
  )
  const quietly = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const [command = '', ...before] = npmCommand()
  const code = await new Promise((resolve) => {
    const install = spawn(command, [...before, 'ci', ...quietly], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    install.once('error', () => resolve(-1))
    install.once('exit', resolve)
  })
  clearInterval(heartbeat)
  if (code !== 0) {
    console.error(`Could not install the packages: \`npm ci\` failed (see above).`)
    return false
  }
  writeFileSync(join(root, TRIED), fingerprint(root))
  console.log(`  installed in ${seconds()} s`)
  return true
}

/**
 * The lockfile that was last installed here. An optional package that npm left out then is not requested again: it may
 * be unavailable, and the product runs without it.
 */
const TRIED = 'node_modules/.cartwright-tried'

/** @param {string} root */
const fingerprint = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** @param {string} root */
function isTried(root) {
  try {
    return readFileSync(join(root, TRIED), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

/**
 * How many packages of the lockfile are not installed in the version it names. npm keeps what it
 * installed in node_modules/.package-lock.json, written last, so a run cut short counts as missing.
 * Optional packages are not expected, but for our own ones for this platform.
 * @param {string} root
 */
function missingPackages(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(join(root, 'node_modules/.package-lock.json'))
  const ours = isTried(root) ? {} : (wanted['']?.optionalDependencies ?? {})
  return Object.entries(wanted).filter(([path, entry]) => {
    if (path === '' || installed[path]?.version === entry.version) return false
    return !entry.optional || (path.replace('node_modules/', '') in ours && isForHere(entry))
  }).length
}

/** @param {Package} entry */
const isForHere = ({ os, cpu }) =>
  (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true)

/**
 * @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[],
 *   optionalDependencies?: Record<string, string> }} Package
 */

/**
 * @param {string} lockfile
 * @returns {Record<string, Package>}
 */
function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages
  } catch {
    return {}
  }
}
