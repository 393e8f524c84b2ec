import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { giveTo, postgresBinaries } from '#scripts/postgres-binaries.ts'
import { freePort } from '#scripts/ports.ts'
import { isAlive, parentOf, until } from '#scripts/processes.ts'
import {
  etcdArguments,
  type HaPorts,
  patroniSettings,
  primaryProxy,
  SUPERUSER_PASSWORD,
} from './node-settings.ts'
import type { HaPrograms } from './programs.ts'

/** Three nodes of PostgreSQL under Patroni, etcd, and haproxy in front of whichever is the primary. */
export interface PatroniCluster {
  /** The market's database, through haproxy. */
  databaseUrl: string
  leader(): Promise<HaNode | null>
  /** The nodes that must have a commit before it is acknowledged. */
  syncStandby(): Promise<HaNode | null>
  standbys(): Promise<HaNode[]>
  /** Hands over the leadership, as before maintenance. */
  switchover(): Promise<void>
  etcd: { kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>; start(): void }
  /** Resolves once there are a leader and a synchronous standby; resolves to false when that takes too long. */
  isWhole(withinMs: number): Promise<boolean>
  stop(): Promise<void>
}

export interface HaNode {
  name: string
  /** PostgreSQL's processes, the postmaster first. */
  postgres(): number[]
  /** Those and Patroni's. */
  everything(): number[]
  /** Starts its Patroni, which starts PostgreSQL. */
  start(): void
}

const NODES = [0, 1, 2]
/** A first node initializes and a second one copies it; that takes a while on a busy machine. */
const UP_WITHIN_MS = 180_000

/** Starts the whole cluster in a folder, on free ports. */
export async function startPatroniCluster(
  folder: string,
  programs: HaPrograms,
): Promise<PatroniCluster> {
  const { runAs } = postgresBinaries(null)
  const ports: HaPorts = {
    etcd: await freePort(),
    etcdPeer: await freePort(),
    postgres: [await freePort(), await freePort(), await freePort()],
    rest: [await freePort(), await freePort(), await freePort()],
    primary: await freePort(),
  }
  const children: ChildProcess[] = []
  /** A child in a process group of its own, so that Ctrl-C reaches the drill alone. */
  function run(name: string, program: string, args: string[]): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), 'a', 0o666)
    const child = spawn(program, args, {
      ...runAs,
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', PYTHONPATH: process.env['PYTHONPATH'] },
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    children.push(child)
    return child
  }

  giveTo(folder, runAs)
  let etcd = run('etcd', programs.etcd, etcdArguments(ports, folder))
  const nodes = NODES.map((node) => nodeOf(node))
  function nodeOf(node: number): HaNode {
    const name = `pg${node + 1}`
    const own = join(folder, name)
    mkdirSync(own, { mode: 0o700 })
    giveTo(own, runAs)
    const settings = join(folder, `${name}.yml`)
    writeFileSync(settings, patroniSettings(node, folder, ports, programs))
    let patroni: ChildProcess | null = null
    return {
      name,
      start: () => void (patroni = run(name, programs.patroni, [settings])),
      postgres: () => familyOf(postmasterOf(join(own, 'data'))),
      everything() {
        return [...new Set([...familyOf(patroni?.pid ?? 0), ...this.postgres()])]
      },
    }
  }

  /** Whether a node's Patroni answers 200 for a role. */
  const is = (node: number, role: 'primary' | 'sync' | 'replica') =>
    fetch(`http://127.0.0.1:${ports.rest[node]}/${role}`, { signal: AbortSignal.timeout(2_000) })
      .then(({ status }) => status === 200)
      .catch(() => false)
  async function inRole(role: Parameters<typeof is>[1]): Promise<HaNode[]> {
    const here = await Promise.all(NODES.map((node) => is(node, role)))
    return nodes.filter((_, at) => here[at])
  }
  const leader = async () => (await inRole('primary'))[0] ?? null
  const syncStandby = async () => (await inRole('sync'))[0] ?? null
  const isWhole = (withinMs: number) =>
    until(async () => (await leader()) !== null && (await syncStandby()) !== null, withinMs, 500)

  async function stop(): Promise<void> {
    const all = new Set(nodes.flatMap((node) => node.everything()))
    for (const { pid } of children) if (pid !== undefined) all.add(pid)
    // A process may be frozen, and would not react to a gentler signal.
    for (const pid of all) end(pid)
    await until(() => [...all].every((pid) => !isAlive(pid)), 10_000)
  }

  try {
    const [first, ...others] = nodes
    first?.start()
    if (!(await until(() => is(0, 'primary'), UP_WITHIN_MS, 500)))
      throw new Error(`The first node did not come up:\n${endOf(folder, 'pg1')}`)
    for (const node of others) node.start()
    writeFileSync(join(folder, 'haproxy.cfg'), primaryProxy(ports))
    run('haproxy', programs.haproxy, ['-db', '-q', '-f', join(folder, 'haproxy.cfg')])
    if (!(await isWhole(UP_WITHIN_MS)))
      throw new Error(`No synchronous standby came up:\n${endOf(folder, 'pg2')}`)
    await createMarket(ports.primary)
  } catch (error) {
    await stop()
    throw error
  }

  return {
    databaseUrl: `postgres://market:market@127.0.0.1:${ports.primary}/market`,
    leader,
    syncStandby,
    standbys: async () => {
      const first = await leader()
      return nodes.filter((node) => node !== first)
    },
    async switchover() {
      const from = await leader()
      const to = await syncStandby()
      const at = nodes.findIndex((node) => node === from)
      const answer = await fetch(`http://127.0.0.1:${ports.rest[at]}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: from?.name, candidate: to?.name }),
      })
      if (!answer.ok) throw new Error(`Patroni did not switch over: ${await answer.text()}`)
    },
    etcd: {
      async kill(signal) {
        const ended = new Promise((resolve) => etcd.once('exit', resolve))
        etcd.kill(signal)
        await ended
      },
      start: () => void (etcd = run('etcd', programs.etcd, etcdArguments(ports, folder))),
    },
    isWhole,
    stop,
  }
}

/** The product's role owns its database and nothing else. */
async function createMarket(port: number): Promise<void> {
  const superuser = `postgres://postgres:${SUPERUSER_PASSWORD}@127.0.0.1:${port}/postgres`
  let client: pg.Client | null = null
  // haproxy may not have seen the primary yet.
  await until(async () => {
    client = new pg.Client({ connectionString: superuser })
    client.on('error', () => {})
    return client.connect().then(
      () => true,
      () => false,
    )
  }, 30_000)
  await (client as pg.Client | null)?.query(`create role market login password 'market'`)
  await (client as pg.Client | null)?.query('create database market owner market')
  await (client as pg.Client | null)?.end()
}

/** Signals every process in a list that still exists. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, signal)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function postmasterOf(data: string): number {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

/** A process and everything that descends from it. */
function familyOf(root: number): number[] {
  if (root === 0) return []
  const all = readdirSync('/proc').map(Number).filter(Boolean)
  const family = [root]
  for (const parent of family)
    family.push(...all.filter((pid) => parentOf(pid) === String(parent) && !family.includes(pid)))
  return family
}

const endOf = (folder: string, name: string): string =>
  readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000)
