import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { until } from '#scripts/processes.ts'
import { installPackage } from '#tests/support/debian-packages.ts'

/** A load balancer in front of several processes, which routes each connection to a ready one. */
export interface Balancer {
  /** "haproxy", or "own" without it. */
  kind: 'haproxy' | 'own'
  url: string
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
  if (program === null) return { kind: 'own', url, close: await ownBalancer(port, backends) }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, backends))
  const child = spawn(program, ['-db', '-q', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    kind: 'haproxy',
    url,
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
    30_000,
  )

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
): Promise<() => Promise<void>> {
  const ready = new Set<string>()
  const check = async () => {
    for (const url of backends) {
      const ok = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
        (answer) => answer.ok,
        () => false,
      )
      if (ok) ready.add(url)
      else ready.delete(url)
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
  await check()
  const timer = setInterval(() => void check(), CHECK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return async () => {
    clearInterval(timer)
    server.close()
  }
}
