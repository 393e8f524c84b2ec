import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '#contract/webhook-deliveries.ts'
import type { Pool } from '#server/db/pool.ts'
import { watchDatabase } from './database-gauges.ts'

/** Bucket bounds in seconds, around the product's goals: 100 ms for a list, 500 ms for the slowest call. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What is measured of a replica (server/replica/replica.ts). */
interface WatchedReplica {
  pool: Pool
  behindMs(): number | null
  counts(): Readonly<Record<string, number>>
}

/** One process's metrics, in Prometheus' text format. */
export interface Metrics {
  /** Times every request under its route's template: an id never becomes a label. */
  timeRequests(app: FastifyInstance): void
  /** The number of connections that a pool has, has in use, and has requests waiting for. */
  watchPool(name: string, pool: Pool): void
  /** What is read from a replica, and how far behind it is. */
  watchReplica(replica: WatchedReplica): void
  /** How many first pages of lists were served from memory, and how many were read. */
  watchSharedPages(counts: () => Readonly<Record<'kept' | 'read', number>>): void
  /** Pages rendered for their readers, by outcome. */
  watchPersonalPages(counts: () => Readonly<Record<string, number>>): void
  /** The number of sockets open in this process. */
  watchSockets(count: () => number): void
  /** How deliveries to the webhook ended. */
  watchDeliveries(totals: () => ReadonlyMap<DeliveryOutcome, number>): void
  /** The number of reports that browsers sent about our pages, by the directive that blocked something. */
  watchPolicyReports(counts: () => ReadonlyMap<string, number>): void
  /** Log lines that were dropped: the destination accepted none, or there were too many of one kind. */
  watchLog(lines: { dropped: () => number; leftOut: () => number }): void
  /** Gauges about the installation, from the database. */
  watchDatabase(pool: Pool): void
  text(): Promise<{ type: string; body: string }>
}

/** This process's metrics: the runtime's own (memory, event-loop lag, GC) and whatever is registered. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const connections = new Gauge({
    name: 'cartwright_pool_connections',
    help: 'Connections to the database by pool: open, in use, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers,
  })
  const sockets = new Gauge({
    name: 'cartwright_sockets',
    help: 'Open sockets of this process',
    registers,
  })
  const mainThread = new Gauge({
    name: 'cartwright_main_thread_cpu_seconds',
    help: 'CPU time of the thread that answers requests since the start, without what the thread pool does',
    registers,
  })
  /** Each is awaited before the metrics are read. */
  const refreshers: (() => void | Promise<void>)[] = [
    () => {
      const { user, system } = process.threadCpuUsage()
      mainThread.set((user + system) / 1e6)
    },
  ]

  return {
    timeRequests: (app) => timeRequests(app, registry),
    watchPool(name, pool) {
      refreshers.push(() => {
        const { totalCount, idleCount, waitingCount } = pool
        connections.set({ pool: name, state: 'open' }, totalCount)
        connections.set({ pool: name, state: 'used' }, totalCount - idleCount)
        connections.set({ pool: name, state: 'waiting' }, waitingCount)
      })
    },
    watchReplica(replica) {
      this.watchPool('replica', replica.pool)
      const reads = new Gauge({
        name: 'cartwright_replica_reads',
        help: 'Reads since the start by where they were done; "again": on the primary after the replica had failed',
        labelNames: ['from'],
        registers,
      })
      const behind = new Gauge({
        name: 'cartwright_replica_behind_seconds',
        help: 'How old what the replica shows may be; above 3 it is not read; -1 while that is not known',
        registers,
      })
      refreshers.push(() => {
        for (const [from, count] of Object.entries(replica.counts())) reads.set({ from }, count)
        const ms = replica.behindMs()
        behind.set(ms === null ? -1 : ms / 1_000)
      })
    },
    watchSharedPages(counts) {
      const pages = new Gauge({
        name: 'cartwright_shared_pages',
        help: 'First pages of lists since the start: kept in memory, and read for everyone who asked meanwhile',
        labelNames: ['from'],
        registers,
      })
      refreshers.push(() => {
        for (const [from, count] of Object.entries(counts())) pages.set({ from }, count)
      })
    },
    watchPersonalPages(counts) {
      const pages = new Gauge({
        name: 'cartwright_personal_pages',
        help: 'Pages for their readers since the start: rendered, failed, and shell (too many at once)',
        labelNames: ['outcome'],
        registers,
      })
      refreshers.push(() => {
        for (const [outcome, count] of Object.entries(counts())) pages.set({ outcome }, count)
      })
    },
    watchSockets(count) {
      refreshers.push(() => sockets.set(count()))
    },
    watchDeliveries(totals) {
      const deliveries = new Gauge({
        name: 'cartwright_webhook_deliveries',
        help: 'Deliveries to the webhook since the start, by outcome',
        labelNames: ['outcome'],
        registers,
      })
      refreshers.push(() => {
        // Sets every outcome, including zeros: otherwise the first refusal of a kind would not appear as a rise.
        for (const outcome of DELIVERY_OUTCOMES)
          deliveries.set({ outcome }, totals().get(outcome) ?? 0)
      })
    },
    watchPolicyReports(counts) {
      const reports = new Gauge({
        name: 'cartwright_policy_reports',
        help: 'Reports of browsers since the start about what a page kept out, by directive',
        labelNames: ['directive'],
        registers,
      })
      refreshers.push(() => {
        for (const [directive, count] of counts()) reports.set({ directive }, count)
      })
    },
    watchLog({ dropped, leftOut }) {
      const unwritten = new Gauge({
        name: 'cartwright_log_lines_unwritten',
        help: 'Log lines since the start that were dropped (destination failed) or left out (too many alike)',
        labelNames: ['why'],
        registers,
      })
      refreshers.push(() => {
        unwritten.set({ why: 'dropped' }, dropped())
        unwritten.set({ why: 'left_out' }, leftOut())
      })
    },
    watchDatabase(pool) {
      refreshers.push(watchDatabase(registry, pool))
    },
    async text() {
      await Promise.all(refreshers.map(async (refresh) => refresh()))
      return { type: registry.contentType, body: await registry.metrics() }
    },
  }
}

function timeRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'cartwright_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      {
        method: request.method,
        // Unknown paths are arbitrary input: one label for all of them.
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1_000,
    )
    done()
  })
}
