import { join } from 'node:path'
import type { HaPrograms } from './programs.ts'

/** The number of seconds after which a silent node has lost its leadership. */
export const TTL_S = 20

/** The ports of one run, all on 127.0.0.1. */
export interface HaPorts {
  etcd: number
  etcdPeer: number
  /** By node. */
  postgres: readonly number[]
  rest: readonly number[]
  /** The port on which haproxy leads to the primary. */
  primary: number
}

/** Patroni's configuration of a node, as docs/operations.md recommends it. JSON is YAML. */
export function patroniSettings(
  node: number,
  folder: string,
  ports: HaPorts,
  { postgresBin }: HaPrograms,
): string {
  const own = join(folder, `pg${node + 1}`)
  const rest = `127.0.0.1:${ports.rest[node]}`
  const postgres = `127.0.0.1:${ports.postgres[node]}`
  return JSON.stringify({
    scope: 'cartwright',
    name: `pg${node + 1}`,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: [`127.0.0.1:${ports.etcd}`] },
    bootstrap: {
      dcs: {
        ttl: TTL_S,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        // Without etcd the leader goes on as long as it reaches every other node.
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            wal_level: 'replica',
            hot_standby: 'on',
            max_connections: 120,
            max_wal_senders: 10,
            max_replication_slots: 10,
            wal_log_hints: 'on',
            wal_keep_size: '256MB',
            max_wal_size: '512MB',
            synchronous_commit: 'on',
            // A frozen standby delays every commit for this long.
            wal_sender_timeout: '10s',
            tcp_keepalives_idle: 10,
            tcp_keepalives_interval: 5,
            tcp_keepalives_count: 3,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: join(own, 'data'),
      bin_dir: postgresBin,
      pgpass: join(own, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: SUPERUSER_PASSWORD },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      parameters: { unix_socket_directories: own },
    },
    watchdog: { mode: 'off' },
  })
}

/** For a cluster that lives as long as the drill and listens only on this machine. */
export const SUPERUSER_PASSWORD = 'superuser'

/** Routes to whichever node reports that it is the primary. */
export function primaryProxy({ primary, postgres, rest }: HaPorts): string {
  const servers = postgres.map(
    (port, node) => `  server pg${node + 1} 127.0.0.1:${port} check port ${rest[node]}`,
  )
  return `defaults
  mode tcp
  retries 2
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 5s
  option clitcpka
  option srvtcpka
listen primary
  bind 127.0.0.1:${primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

export const etcdArguments = ({ etcd, etcdPeer }: HaPorts, folder: string): string[] => {
  const peer = `http://127.0.0.1:${etcdPeer}`
  const client = `http://127.0.0.1:${etcd}`
  return Object.entries({
    name: 'e1',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `e1=${peer}`,
    'initial-cluster-state': 'new',
    'heartbeat-interval': '500',
    'election-timeout': '5000',
  }).flatMap(([name, value]) => [`--${name}`, value])
}
