import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseLink } from '#tests/support/database-link.ts'
import { TTL_S } from './node-settings.ts'
import { type PatroniCluster, signalAll } from './patroni-cluster.ts'

/** The parts that a fault can reach. */
export interface HaWorld {
  cluster: PatroniCluster
  /** Between the product and haproxy. */
  link: DatabaseLink
}

export interface HaFault {
  /** The maximum time without an acknowledged write, in ms; null where it lasts as long as the fault does. */
  goalMs: number | null
  /** Loses acknowledged writes with an older Patroni, whatever the product does. */
  needsFixedPatroni?: true
  /** Resolves once nothing is broken any more. */
  strike: (world: HaWorld) => Promise<void>
}

const CRASH_MS = 10_000
const LOST_NODE_MS = (TTL_S + 5) * 1_000
/** Longer than a leadership lasts when no one renews it. */
const DEAD_MS = 45_000
const FROZEN_NODE_MS = 40_000
const FROZEN_MS = 20_000
const ETCD_RESTART_MS = 2_000
const ETCD_AWAY_MS = 30_000
/** A request's statement times out before this (docs/operations.md). */
const SILENT_MS = 15_000
/** The time after which PostgreSQL ends a session whose client does not respond. */
const UNREACHABLE_MS = 25_000

async function freeze(pids: readonly number[], ms: number): Promise<void> {
  signalAll(pids, 'SIGSTOP')
  await pause(ms)
  signalAll(pids, 'SIGCONT')
}

async function leaderOf({ cluster }: HaWorld) {
  const leader = await cluster.leader()
  if (leader === null) throw new Error('The cluster has no leader to break.')
  return leader
}

/** The faults done to the cluster, in this order. */
export const HA_FAULTS: Record<string, HaFault> = {
  'planned switchover': {
    goalMs: CRASH_MS,
    strike: ({ cluster }) => cluster.switchover(),
  },
  'postmaster killed': {
    goalMs: CRASH_MS,
    async strike(world) {
      const [postmaster] = (await leaderOf(world)).postgres()
      signalAll([postmaster ?? 0], 'SIGKILL')
    },
  },
  'node killed': {
    goalMs: LOST_NODE_MS,
    async strike(world) {
      const node = await leaderOf(world)
      signalAll(node.everything(), 'SIGKILL')
      await pause(DEAD_MS)
      node.start()
    },
  },
  'primary frozen': {
    goalMs: null,
    strike: async (world) => freeze((await leaderOf(world)).postgres(), FROZEN_MS),
  },
  'node frozen': {
    goalMs: LOST_NODE_MS,
    needsFixedPatroni: true,
    strike: async (world) => freeze((await leaderOf(world)).everything(), FROZEN_NODE_MS),
  },
  'synchronous standby frozen': {
    goalMs: null,
    async strike({ cluster }) {
      await freeze((await cluster.syncStandby())?.postgres() ?? [], FROZEN_MS)
    },
  },
  'both standbys frozen': {
    goalMs: null,
    async strike({ cluster }) {
      const standbys = await cluster.standbys()
      await freeze(
        standbys.flatMap((node) => node.postgres()),
        FROZEN_MS,
      )
    },
  },
  'etcd restarted': {
    goalMs: CRASH_MS,
    async strike({ cluster }) {
      await cluster.etcd.kill('SIGTERM')
      await pause(ETCD_RESTART_MS)
      cluster.etcd.start()
    },
  },
  'etcd away': {
    goalMs: CRASH_MS,
    async strike({ cluster }) {
      await cluster.etcd.kill('SIGKILL')
      await pause(ETCD_AWAY_MS)
      cluster.etcd.start()
    },
  },
  'link silent': {
    goalMs: SILENT_MS,
    strike: async ({ link }) => {
      link.silence()
      await pause(UNREACHABLE_MS)
      link.endSilent()
    },
  },
}
