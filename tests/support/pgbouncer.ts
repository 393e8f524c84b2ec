import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo, postgresBinaries } from '#scripts/postgres-binaries.ts'
import { freePort, portIsFree } from '#scripts/ports.ts'
import { until } from '#scripts/processes.ts'
import { programOf } from './debian-packages.ts'
import { STARTED_WITHIN_MS } from './servers.ts'

/** Debian's pgbouncer in front of one server, unchanged except for its mode. */
export interface Pgbouncer {
  /** The address of a database through it. */
  through(url: string): string
  stop(): Promise<void>
}

/** Starts one on a free port. Throws one sentence where it is not installed and cannot be. */
export async function startPgbouncer(
  serverUrl: string,
  mode: 'session' | 'transaction',
): Promise<Pgbouncer> {
  const program = programOf('pgbouncer', '/usr/sbin/pgbouncer')
  const { runAs } = postgresBinaries(null)
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: to, username, password } = new URL(serverUrl)
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${to} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 60',
    '',
  ]
  writeFileSync(file, lines.join('\n'), { mode: 0o600 })
  for (const path of [folder, file]) giveTo(path, runAs)
  const child = spawn(program, ['-q', file], { ...runAs, cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (!(await until(async () => !(await portIsFree(port, '127.0.0.1')), STARTED_WITHIN_MS)))
    throw new Error('pgbouncer does not listen')
  return {
    through(url) {
      const address = new URL(url)
      address.port = String(port)
      return address.href
    },
    async stop() {
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
