import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { giveTo, postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { freePort } from './ports.ts'
import { isAlive, until } from './processes.ts'

/** A running PostgreSQL of this installation. */
export interface EmbeddedPostgres {
  /** The postmaster's. */
  pid: number
  /** The address of a database on it, as its superuser. */
  databaseUrl(database: string): string
  /** True when it was still running from an earlier run and was adopted. */
  adopted: boolean
  /** Closes connections, checkpoints, and resolves when the process is gone. */
  stop(): Promise<void>
}

/** Where the cluster is stored and how it is run. */
export interface EmbeddedPostgresOptions {
  /** The cluster's folder, created on first use. Its log is written beside it. */
  folder: string
  /** Where it listens; any free port by default. */
  port?: number
  /** `postgres -c` settings, besides the address and port. */
  settings?: Record<string, string>
  /** Skips flushing to disk while creating the cluster: for tests, whose data is disposable. */
  disposable?: boolean
}

const MAJOR_VERSION = '18'
const PASSWORD_FILE = 'superuser-password'
const START_DEADLINE_MS = 60_000
const STOP_DEADLINE_MS = 30_000

/**
 * Starts PostgreSQL in a folder, on a free port of 127.0.0.1, in a process group of its own: Ctrl-C in the terminal
 * reaches this process only, so that the server can drain first. A postmaster that outlived a killed run is adopted.
 * Throws an Error with one sentence when it cannot start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { folder } = options
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? null
  const binaries = postgresBinaries(owner)
  if (!existsSync(join(folder, 'PG_VERSION'))) createCluster(options, binaries)
  refuseOtherVersion(folder)
  const running = (await runningPostmaster(folder)) ?? null
  const postmaster = running ?? (await launch(options, binaries))
  const password = readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim()
  return {
    pid: postmaster.pid,
    databaseUrl: (database) =>
      `postgres://postgres:${password}@127.0.0.1:${postmaster.port}/${database}`,
    adopted: running !== null,
    stop: () => stopPostmaster(postmaster.pid),
  }
}

/** Stops any postmaster that still runs in a folder; a no-op if there is none. */
export async function stopEmbeddedPostgres(folder: string): Promise<void> {
  const running = await runningPostmaster(folder)
  if (running) await stopPostmaster(running.pid)
}

interface Postmaster {
  pid: number
  port: number
}

/**
 * Creates the cluster beside its destination and moves it there when complete, so that an interrupted run leaves
 * nothing that looks like a database.
 */
function createCluster(
  { folder, disposable }: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
): void {
  const parent = dirname(folder)
  const unfinished = `${basename(folder)}.unfinished-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const cluster = mkdtempSync(join(parent, unfinished))
  const password = randomBytes(24).toString('base64url')
  const secrets = mkdtempSync(join(tmpdir(), 'cartwright-pg-'))
  const passwordFile = join(secrets, 'password')
  try {
    giveTo(cluster, binaries.runAs)
    giveTo(secrets, binaries.runAs)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    giveTo(passwordFile, binaries.runAs)
    initialise(cluster, passwordFile, binaries, disposable ?? false)
    writeFileSync(join(cluster, PASSWORD_FILE), password, { mode: 0o600 })
    renameSync(cluster, folder)
  } finally {
    rmSync(secrets, { recursive: true, force: true })
    rmSync(cluster, { recursive: true, force: true })
  }
}

function initialise(
  cluster: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  disposable: boolean,
): void {
  let complaint = ''
  // Sorting and case rules come from PostgreSQL itself, identical on every machine; the system's locale only classifies
  // letters for text search, and not every system has the first choice.
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const initdb = spawnSync(
      binaries.initdb,
      [
        '--pgdata',
        folderArgument(cluster, binaries),
        '--username',
        'postgres',
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
        '--encoding',
        'UTF8',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        '--locale',
        locale,
        '--no-instructions',
        ...(disposable ? ['--no-sync'] : []),
      ],
      { ...binaries.runAs, cwd: cluster, encoding: 'utf8' },
    )
    if (initdb.status === 0) return
    complaint = initdb.stderr || String(initdb.error ?? '')
    if (!complaint.includes('locale')) break
  }
  throw new Error(`PostgreSQL could not create its folder ${cluster}: ${lastLine(complaint)}`)
}

/**
 * Under root on Linux the folder is addressed through the process's own working directory, which is entered before the
 * account changes: parents closed to that account (a clone in /root) do not matter.
 */
function folderArgument(folder: string, { runAs }: PostgresBinaries): string {
  return runAs.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

function refuseOtherVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `The database in ${folder} was written by PostgreSQL ${version}; this is ${MAJOR_VERSION}.`,
    )
  }
}

/** Returns the postmaster of this folder, once it is ready; null after removing what a dead one left behind. */
async function runningPostmaster(folder: string): Promise<Postmaster | null> {
  let found: Postmaster | null = null
  const settled = await until(() => {
    const file = readPidFile(folder)
    if (!file || !isAlive(file.pid) || !isPostgres(file.pid)) {
      rmSync(join(folder, 'postmaster.pid'), { force: true })
      return true
    }
    if (file.status !== 'ready') return false
    found = file
    return true
  }, START_DEADLINE_MS)
  if (!settled)
    throw new Error(
      `PostgreSQL in ${folder} is neither starting nor stopping; see postgres.log beside it.`,
    )
  return found
}

/** Process numbers are reused after a restart, so a live number alone proves nothing. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.endsWith('/postgres') ?? false
    )
  } catch {
    return false
  }
}

function readPidFile(folder: string): (Postmaster & { status: string }) | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

async function launch(
  options: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
): Promise<Postmaster> {
  const { folder } = options
  const logFile = join(dirname(folder), 'postgres.log')
  const port = options.port ?? (await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements are reported to their senders; in this log they would reveal rows, and fill the disk.
    log_min_messages: 'log',
    ...options.settings,
  }
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      folderArgument(folder, binaries),
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...binaries.runAs, cwd: folder, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  const ready = await until(
    () => ended || readPidFile(folder)?.status === 'ready',
    START_DEADLINE_MS,
    10,
  )
  if (!ready || ended || child.pid === undefined) {
    child.kill('SIGKILL')
    throw new Error(
      `PostgreSQL did not start in ${folder}: ${lastLine(readFileSync(logFile, 'utf8'))}`,
    )
  }
  return { pid: child.pid, port }
}

async function stopPostmaster(pid: number): Promise<void> {
  const gone = () => !isAlive(pid)
  if (gone()) return
  // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its last resort (it recovers at the next start).
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    if (await until(gone, STOP_DEADLINE_MS, 10)) return
  }
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|ERROR|error|fatal/.test(line))
  return (lines.at(0) ?? text.trim().split('\n').at(-1) ?? '').trim() || 'no reason given'
}
