import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript without dependencies, in a syntax that old Nodes parse: it runs before anything is installed.

/** Installed when the machine's own Node is unsupported. Pinned, so that every start runs the same. */
export const PINNED = '24.21.0'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const CACHE = join(root, '.cache')
const UNFINISHED = 'node-install-'
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Whether a version of Node satisfies a range as package.json states it under `engines`: `^` and `>=` clauses
 * joined by `||`. A pre-release counts as its release.
 * @param {string} version such as "22.22.0"
 * @param {string} range such as "^22.22.0 || >=26.0.0"
 */
export function satisfies(version, range) {
  const [major, minor, patch] = numbersOf(version)
  return range.split('||').some((clause) => {
    const [leastMajor, leastMinor, leastPatch] = numbersOf(clause)
    if (major !== leastMajor) return major > leastMajor && !clause.trim().startsWith('^')
    return minor === leastMinor ? patch >= leastPatch : minor > leastMinor
  })
}

/**
 * @param {string} text
 * @returns {[number, number, number]}
 */
function numbersOf(text) {
  const [, major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(text) || []
  return [Number(major), Number(minor), Number(patch)]
}

/**
 * Returns at once under a supported Node. Under any other it installs Node 24 (once), runs this same command under it,
 * and exits with that command's status, so nothing after the call runs here.
 */
export async function ensureSupportedNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (satisfies(process.versions.node, engines.node)) return
  const place = join(CACHE, `node-${PINNED}-${process.platform}-${process.arch}`)
  const installed = existsSync(place)
  // On stderr: programs read the output of some commands.
  console.error(
    `Node ${process.versions.node} is not supported (${engines.node}): ` +
      (installed ? 'using' : 'installing and using') +
      ` Node ${PINNED} from npm, kept in .cache.`,
  )
  if (!installed && !installNode(place)) {
    console.error(
      `Node ${PINNED} could not be installed from the package registry. ` +
        'Install Node 24 LTS and run this again.',
    )
    process.exit(1)
  }
  await rerunUnder(binFolder(place))
}

/**
 * Installs npm's `node` package. It is moved into place when complete, so the next start never finds an interrupted
 * installation.
 * @param {string} place the target folder
 * @returns {boolean} false when npm failed; it has said why
 */
function installNode(place) {
  mkdirSync(CACHE, { recursive: true })
  removeAbandoned()
  const folder = join(CACHE, UNFINISHED + process.pid)
  mkdirSync(folder)
  // The package's install script fetches the binary for this machine.
  const manifest = { private: true, allowScripts: { node: true } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const [npm = '', ...before] = npmCommand()
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  // When the registry is unreachable, npm fails after seconds rather than after a minute.
  const options = [
    ...quietly,
    '--ignore-scripts=false',
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=5000',
  ]
  const { status } = spawnSync(npm, [...before, 'install', `node@${PINNED}`, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const node = join(binFolder(folder), 'node')
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout
  const complete = status === 0 && version === `v${PINNED}\n`
  try {
    if (complete) renameSync(folder, place)
  } catch (error) {
    // Two concurrent first starts: the other one was faster.
    if (!existsSync(place)) throw error
  }
  rmSync(folder, { recursive: true, force: true })
  return complete
}

/** Removes the leftovers of killed installations: 190 MB each. */
function removeAbandoned() {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name)
    if (name.startsWith(UNFINISHED) && Date.now() - statSync(folder).mtimeMs > 3_600_000)
      rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} place */
function binFolder(place) {
  return join(place, 'node_modules', 'node', 'bin')
}

/** The npm that started this process, or the one on the PATH. */
export function npmCommand() {
  const npm = process.env.npm_execpath
  return npm && npm.endsWith('.js') ? [process.execPath, npm] : ['npm']
}

/**
 * Runs this same command under another Node, forwards signals, and exits as it exited. Its children find the same Node:
 * through process.execPath, and through the PATH (`#!/usr/bin/env node`).
 * @param {string} bin folder of the Node to run under
 */
export async function rerunUnder(bin) {
  const node = join(bin, 'node')
  // Before the start: a signal in between would end this process alone and leave the other one running.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  const child = spawn(node, process.argv.slice(1), {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: bin + delimiter + (process.env.PATH || ''),
      npm_node_execpath: node,
      // scripts/stop-requests.ts looks past this process for the npm that started it.
      RUN_BY_OTHER_NODE: '1',
    },
  })
  process.exit(await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1))))
}
