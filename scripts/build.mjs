import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { precompress } from './precompress.mjs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What is built, from which sources, and how. Each half is rebuilt only when the content of its sources changed.
 * @type {{ name: string, sources: string[], variables: RegExp | null, build: (root: string) => Promise<void> }[]}
 */
const halves = [
  {
    name: 'server',
    variables: null,
    sources: ['contract', 'server', 'sandbox', 'scripts', 'package.json', 'package-lock.json'],
    build: buildServer,
  },
  {
    name: 'web',
    sources: [
      'contract',
      'web',
      'scripts/prerender.ts',
      'scripts/built-page.ts',
      'scripts/used-styles.ts',
      'server/pages/page-head.ts',
      'server/pages/classes-in.ts',
      'scripts/precompress.mjs',
      'scripts/build.mjs',
      'scripts/file-mark.ts',
      'scripts/router-without-unused.ts',
      'vite.config.ts',
      'package.json',
      'package-lock.json',
    ],
    // web/page/brand.ts reads them while the app is built.
    variables: /^(VITE|BRAND|SUPPORT|CAREERS|PRESS|OFFICE)_/,
    build: buildWeb,
  },
]

/** One file each in dist/server; everything from node_modules stays external. */
const entries = {
  main: 'server/main.ts',
  demo: 'scripts/demo/demo.ts',
  sandbox: 'sandbox/main.ts',
  launch: 'scripts/launch.ts',
  // The child process that reads videos (server/providers/video/bundled-tool.ts).
  'video-decoder': 'server/providers/video/decoder-program.ts',
  // The thread that encrypts files (server/providers/files/file-sealer.ts).
  'file-sealer': 'server/providers/files/sealing-thread.ts',
  // The process that makes documents (server/pdf/make-pdf.ts).
  'pdf-maker': 'server/pdf/pdf-program.ts',
  // The commands that an operator runs when only the runtime dependencies are installed (scripts/run.mjs).
  'audit-command': 'scripts/audit-command.ts',
  'keys-command': 'scripts/keys-command.ts',
  'auth-command': 'scripts/auth-command.ts',
  'operator-role': 'scripts/operator-role.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  migrate: 'scripts/migrate.ts',
  'money-check': 'scripts/money-check.ts',
  'money-reconcile': 'scripts/money-reconcile.ts',
}

/**
 * Builds dist/server and dist/web where their sources changed. Two at once take turns. Throws what the
 * bundler says.
 * @param {string} root folder of the repository
 * @param {string[]} [names] which halves; both when not given
 */
export async function ensureBuilt(root, names = ['server', 'web']) {
  const stale = () => halves.filter((half) => names.includes(half.name) && !isFresh(root, half))
  if (stale().length === 0) return
  mkdirSync(join(root, 'dist'), { recursive: true })
  const leave = await enter(join(root, 'dist/building'))
  try {
    for (const half of stale()) await buildHalf(root, half)
  } finally {
    leave()
  }
}

/**
 * Whether a half was built from the sources as they are now.
 * @param {string} root folder of the repository
 * @param {string} name
 */
export function isBuilt(root, name) {
  return halves.some((half) => half.name === name && isFresh(root, half))
}

/**
 * @param {string} root
 * @param {typeof halves[number]} half
 */
async function buildHalf(root, half) {
  const startedAt = performance.now()
  const sources = fingerprint(root, half)
  console.log(`Building the ${half.name}…`)
  rmSync(stampOf(root, half), { force: true })
  await half.build(root)
  writeFileSync(stampOf(root, half), sources)
  console.log(`  built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

/**
 * Waits until no one else builds here. A build that was killed is not waited for.
 * @param {string} mark file that exists while someone builds, with their process number
 * @returns {Promise<() => void>} to call when done
 */
async function enter(mark) {
  for (;;) {
    try {
      writeFileSync(mark, String(process.pid), { flag: 'wx' })
      return () => rmSync(mark, { force: true })
    } catch {
      if (!builderLives(mark)) rmSync(mark, { force: true })
      else await pause(100)
    }
  }
}

/** @param {string} mark */
function builderLives(mark) {
  try {
    const builder = Number(readFileSync(mark, 'utf8'))
    // Not written yet: it has just been created.
    if (builder === 0) return Date.now() - statSync(mark).mtimeMs < 1_000
    return process.kill(builder, 0)
  } catch {
    return false
  }
}

/**
 * @param {string} root
 * @param {typeof halves[number]} half
 */
function stampOf(root, half) {
  return join(root, 'dist', `${half.name}.stamp`)
}

/**
 * @param {string} root
 * @param {typeof halves[number]} half
 */
function isFresh(root, half) {
  const stamp = stampOf(root, half)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root, half)
}

/** @param {string} root */
async function buildServer(root) {
  const { rolldown } = await import('rolldown')
  const out = join(root, 'dist/server')
  rmSync(out, { recursive: true, force: true })
  for (const [name, entry] of Object.entries(entries)) {
    if (!existsSync(join(root, entry))) continue
    const bundle = await rolldown({
      cwd: root,
      input: { [name]: entry },
      platform: 'node',
      external: (id) => !/^([./#]|@oxc-project\/runtime\/)/.test(id),
      transform: { target: 'node22.22' },
      onLog: (level, log, report) =>
        report(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
    })
    await bundle.write({ dir: out, format: 'esm', sourcemap: true, codeSplitting: false })
    await bundle.close()
  }
  // server/db/migrate.ts looks for its SQL files beside itself, bundled or not.
  cpSync(join(root, 'server/db/migrations'), join(out, 'migrations'), { recursive: true })
  // So do server/uploads/draw-mark.ts and server/pdf/pdf-fonts.ts for their fonts. Each has its licence beside it.
  cpSync(join(root, 'server/uploads/fonts'), join(out, 'fonts'), { recursive: true })
  cpSync(join(root, 'server/pdf/fonts'), join(out, 'fonts'), { recursive: true })
}

/** @param {string} root */
async function buildWeb(root) {
  if (!existsSync(join(root, 'web/index.html'))) return
  // In a separate process: the bundler sets NODE_ENV, which the server started afterwards would inherit.
  const config = join(root, 'vite.config.ts')
  // Every build, including a test runner's, gets the libraries' production form.
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'web', '--config', config, '--logLevel', 'warn'],
    { cwd: root, stdio: 'inherit', env },
  )
  if (built.status !== 0) throw new Error('The web app could not be built (see above).')
  if (!existsSync(join(root, 'scripts/prerender.ts'))) return
  const prerender = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/prerender.ts'], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  if (prerender.status !== 0)
    throw new Error('The public pages could not be prerendered (see above).')
  precompress(join(root, 'dist/web'))
}

/**
 * A hash over names and contents, and the variables that the build reads: file times, which a checkout or a copy
 * changes, do not matter.
 * @param {string} root
 * @param {typeof halves[number]} half
 */
function fingerprint(root, { sources, variables }) {
  const hash = createHash('sha256').update(process.version)
  for (const name of Object.keys(process.env).toSorted())
    if (variables?.test(name)) hash.update(`${name}=${process.env[name]}\0`)
  for (const source of sources) {
    for (const file of filesUnder(root, source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => !name.startsWith('.') && !/\.test\.tsx?$/.test(name))
    .toSorted()
    .flatMap((name) => filesUnder(root, `${path}/${name}`))
}
