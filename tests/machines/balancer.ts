import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#scripts/processes.ts'
import { installPackage } from '#tests/support/debian-packages.ts'
import { STARTED_WITHIN_MS } from '#tests/support/servers.ts'

/** A load balancer in front of several processes, which routes each connection to a ready one. */
export interface Balancer {
  /** "haproxy", or "own" without it. */
  kind: 'haproxy' | 'own'
  url: string
  /** Whether it found a process ready at its last check, so that it routes connections there. */
  uses(process: string): Promise<boolean>
  close(): Promise<void>
}

/** How often a process is checked for readiness, in ms; one refusal counts. */
const CHECK_EVERY_MS = 300

/** haproxy if installed; otherwise our own balancer, which balances connections and not requests. */
export async function startBalancer(
  folder: string,
  port: number,
  backends: readonly string[],
): Promise<Balancer> {
  const program = haproxy()
  const url = `http://127.0.0.1:${port}`
  if (program === null) return { kind: 'own', url, ...(await ownBalancer(port, backends)) }
  const file = join(folder, 'haproxy.cfg')
  const control = join(folder, 'haproxy.socket')
  writeFileSync(file, `${configuration(port, backends)}\nglobal\n  stats socket ${control}\n`)
  const child = spawn(program, ['-db', '-q', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    kind: 'haproxy',
    url,
    async uses(process) {
      const name = `process${backends.indexOf(process)}`
      const servers = (await serversOf(control)).map((line) => line.split(' '))
      return servers.some(([, , , server, , state]) => server === name && state === RUNNING)
    },
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Resolves once a process behind the balancer responds. */
export const balances = ({ url }: Balancer): Promise<boolean> =>
  until(
    () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    STARTED_WITHIN_MS,
  )

/** A server's state in haproxy's `show servers state`: it is up, and no check has failed since. */
const RUNNING = '2'

/** The lines of haproxy's `show servers state`; none before it listens. */
async function serversOf(control: string): Promise<string[]> {
  const socket = connect(control)
  socket.end('show servers state\n')
  return text(socket).then(
    (said) => said.split('\n'),
    () => [],
  )
}

/** Where Debian puts it, which is not on everyone's PATH. */
function haproxy(): string | null {
  const found = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'].find(
    existsSync,
  )
  return found ?? null
}

/** Installs Debian's package if this account may; otherwise returns false. */
export function installHaproxy(): boolean {
  return haproxy() !== null || installPackage('haproxy')
}

/** The configuration that operators are given, on other ports and with faster checks. It retries and hides nothing. */
function configuration(port: number, backends: readonly string[]): string {
  const servers = backends.map((url, at) => `  server process${at} ${new URL(url).host} check`)
  return readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace('inter 1s', `inter ${CHECK_EVERY_MS}ms`)
    .replace(/^  server process1 .*\n  server process2 .*$/m, servers.join('\n'))
}

async function ownBalancer(
  port: number,
  backends: readonly string[],
): Promise<Pick<Balancer, 'uses' | 'close'>> {
  const ready = new Set<string>()
  const check = (url: string) =>
    fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => (answer.ok ? ready.add(url) : ready.delete(url)),
      () => ready.delete(url),
    )
  const end = new AbortController()
  // Each check of a process begins after the one before it: a late result must not replace a newer one.
  const watch = async (url: string) => {
    while (!end.signal.aborted) {
      await pause(CHECK_EVERY_MS)
      await check(url)
    }
  }
  let turn = 0
  const server = createServer((client) => {
    const all = [...ready]
    const chosen = all[(turn += 1) % all.length]
    if (chosen === undefined) return void client.destroy()
    const { hostname, port: to } = new URL(chosen)
    const behind = connect(Number(to), hostname)
    client.pipe(behind).pipe(client)
    client.on('error', () => behind.destroy())
    behind.on('error', () => client.destroy())
  })
  await Promise.all(backends.map(check))
  const watching = backends.map(watch)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    uses: (process) => Promise.resolve(ready.has(process)),
    async close() {
      end.abort()
      server.close()
      await Promise.all(watching)
    },
  }
}
