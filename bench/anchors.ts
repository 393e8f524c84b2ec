import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { arch, cpus, loadavg, platform } from 'node:os'
import pg from 'pg'
import { POOL } from './servers.ts'
import { onDatabase } from './workspace.ts'

/**
 * What this machine can do without the product: figures from two machines, or from two different hours, compare only
 * relative to these.
 */
export interface Anchors {
  machine: string
  postgres: string
  /** Processes that wanted a processor during the last minute before the run began. */
  loadBefore: number
  /** One-row inserts a second, each flushed to disk before the next. */
  commitsAlone: number
  /** The same on as many connections as a server's pool has; they flush together. */
  commitsTogether: number
  /** The same with a NOTIFY in each, as for a queued job: PostgreSQL then commits them one after the other. */
  commitsNotifying: number
  /** `select 1` round trips a second on the pool's connections. */
  roundTrips: number
  /** ES256 signatures verified a second on one processor: the least that a token costs. */
  es256: number
}

/** How long each measurement takes. */
const SECONDS = 0.6

/** Measures them on a server's own maintenance database. Takes about three seconds. */
export async function measureAnchors(databaseUrl: string, loadBefore: number): Promise<Anchors> {
  const [version] = await onDatabase<{ server_version: string }>(
    databaseUrl,
    'create table anchor (id bigint generated always as identity primary key, note text)',
    'show server_version',
  )
  const insert = { name: 'anchor', text: `insert into anchor (note) values ('one durable row')` }
  const notify = {
    name: 'notify',
    text: `with told as (select pg_notify('anchor', '')) insert into anchor (note) select 'one durable row' from told`,
  }
  const ask = { name: 'ask', text: 'select 1' }
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? arch()}, ${platform()}, Node ${process.versions.node}`,
    postgres: version?.server_version ?? '',
    loadBefore,
    commitsAlone: await perSecond(databaseUrl, insert, 1),
    commitsTogether: await perSecond(databaseUrl, insert, POOL),
    commitsNotifying: await perSecond(databaseUrl, notify, POOL),
    roundTrips: await perSecond(databaseUrl, ask, POOL),
    es256: verificationsPerSecond(),
  }
}

/** The load average of the last minute. */
export const currentLoad = (): number => loadavg()[0] ?? 0

/** The number of times a second that one statement is answered, over several connections at once. */
async function perSecond(
  url: string,
  statement: pg.QueryConfig,
  connections: number,
): Promise<number> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: url }),
  )
  try {
    await Promise.all(clients.map((client) => client.connect()))
    let done = 0
    const begun = performance.now()
    const end = begun + SECONDS * 1_000
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end) {
          await client.query(statement)
          done += 1
        }
      }),
    )
    return (done / (performance.now() - begun)) * 1_000
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

function verificationsPerSecond(): number {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // As long as the signed part of one of our access tokens.
  const text = Buffer.alloc(700, 'a')
  const signature = sign('sha256', text, privateKey)
  const begun = performance.now()
  const end = begun + SECONDS * 500
  let done = 0
  while (performance.now() < end) {
    verify('sha256', text, publicKey, signature)
    done += 1
  }
  return (done / (performance.now() - begun)) * 1_000
}
