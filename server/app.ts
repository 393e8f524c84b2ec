import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { registerApi } from './api.ts'
import { approvedWorkFileRoute } from '#server/seats/approved-work-routes.ts'
import { exportRoute } from '#server/account/account-routes.ts'
import { statementFileRoute } from '#server/statements/statement-routes.ts'
import { authRoutes } from '#server/auth/auth-routes.ts'
import { rereadAfterOwnChanges } from '#server/auth/sessions/own-changes.ts'
import { createAuthenticator } from '#server/auth/sessions/viewer.ts'
import { CLOCK_CRONTAB } from './clock-tasks.ts'
import type { Config } from '#server/config/config.ts'
import { conversationSource } from '#server/conversations/conversation-source.ts'
import { refuseUnfitSessions } from '#server/db/fit-sessions.ts'
import { migrateFor, refuseUnmatchedSchema } from '#server/db/migrate.ts'
import { createPool, PATIENCE, REQUEST_IDLE_MS } from '#server/db/pool.ts'
import { ownsSchema } from '#server/db/serving-role.ts'
import type { Deps } from '#server/deps/deps.ts'
import { applyConfiguredTerms } from '#server/fees/configured-terms.ts'
import { healthRoute } from './health-routes.ts'
import { createHttpApp } from '#server/http/app.ts'
import { separateFiles } from '#server/http/files-origin.ts'
import { limitConnections } from '#server/http/connection-limits.ts'
import { drainable } from '#server/http/drain.ts'
import { refuseUnknownPaths } from '#server/http/error-handler.ts'
import { keepKeyVersions } from '#server/key-versions/key-versions.ts'
import { createLog } from '#server/logging/log.ts'
import { keepLogAges } from '#server/jobs/keep-log-ages.ts'
import { openLogDestination } from '#server/logging/log-destination.ts'
import { createLogFlood } from '#server/logging/log-flood.ts'
import { openApiRoute } from '#server/http/openapi-routes.ts'
import { allowOwnPages, ownOrigins } from '#server/http/own-origins.ts'
import { createReadLimits } from '#server/http/read-limits.ts'
import { createRoutes } from '#server/http/routes.ts'
import { policyReportRoutes } from '#server/pages/policy-report-routes.ts'
import { personalPages } from '#server/pages/personal-page.ts'
import { serveWebApp } from '#server/pages/web-app.ts'
import { createWriteLimits } from '#server/http/write-limits.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/metrics-server.ts'
import { unsubscribeRoutes } from '#server/notifications/unsubscribe-routes.ts'
import { operatorStanding } from '#server/operator/operator-access.ts'
import { personInView } from '#server/operator/views/view-as.ts'
import { operatorMay } from '#server/operator/roles/role-service.ts'
import { lookAtStart, PAYMENT_CRONTAB } from '#server/payments/payment-tasks.ts'
import { operatorSigner } from '#server/signatures/operator-certificate.ts'
import { signingCertificateRoutes } from '#server/signatures/certificate-routes.ts'
import { licenceDocumentRoutes, licenceKeyRoutes } from '#server/licences/licence-routes.ts'
import { webhookRoutes } from '#server/payments/webhook/webhook-routes.ts'
import { createMailer } from '#server/providers/mail/mailer.ts'
import { cutOffProvider } from '#server/providers/stripe/cut-off-provider.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { flushPublished } from '#server/realtime/publisher.ts'
import { refuseUnproven } from '#server/auth/sessions/fresh-proof.ts'
import { authSettings } from '#server/auth/settings/auth-settings.ts'
import { refuseLimited } from '#server/reports/account-limit.ts'
import { createRecentWriters } from '#server/replica/recent-writers.ts'
import { createReplica } from '#server/replica/replica.ts'
import { RETENTION_CRONTAB } from '#server/retention/retention-tasks.ts'
import { RING_CRONTAB } from '#server/rings/ring-tasks.ts'
import { TRACK_RECORD_CRONTAB } from '#server/track-records/track-record-tasks.ts'
import { createTasks } from './tasks.ts'
import { openTracing } from '#server/tracing/tracing.ts'
import { reviewSource } from '#server/review/room-membership.ts'
import { createSharedPages } from '#server/shared-pages/shared-pages.ts'
import { FILE_CRONTAB, fileTasks, tidyAtStart } from '#server/uploads/file-tasks.ts'
import { openStorage } from '#server/uploads/storage.ts'
import { storageRoutes } from '#server/uploads/storage-routes.ts'

/** How long requests in flight may take after shutdown begins, in ms. */
const GRACE_MS = 5_000

/** The queue's connections: one listens, one marks the process as alive, four fetch and finish jobs. */
const JOB_CONNECTIONS = 6
/** Enough for four concurrent jobs: a job occasionally reads outside its transaction. */
const TASK_CONNECTIONS = 6

/** One server process: everything it serves on one port. */
export interface Server {
  /** Resolves once requests are served. Throws when the address is in use. */
  listen(): Promise<void>
  /** Finishes requests and running jobs, then closes the database connections. */
  close(): Promise<void>
}

/**
 * Assembles the process from its configuration and migrates the database, or checks its schema. Throws UnfitSessions,
 * OutdatedSchema, UnmatchedSchema and UnfitKeys.
 */
export async function createServer(config: Config): Promise<Server> {
  const logDestination = openLogDestination(config.logFile)
  const logFlood = createLogFlood()
  const log = createLog(config.logLevel, logDestination, logFlood)
  const logAges = keepLogAges(logDestination, log)
  // Loaded now, so that an unusable certificate stops the start instead of the first document.
  if (config.documentSigner !== null) await operatorSigner(config.documentSigner)
  const pool = createPool(config.databaseUrl, config.databasePool, {
    ...PATIENCE.request,
    idleMs: REQUEST_IDLE_MS,
  })
  await refuseUnfitSessions(pool)
  await (config.migrateAtStart ? migrateFor(config) : refuseUnmatchedSchema(pool))
  if (config.environment === 'production' && (await ownsSchema(pool)))
    log.warn('DATABASE_URL signs in as the owner of the tables; see MIGRATION_DATABASE_URL')
  const keyVersions = await keepKeyVersions(pool, config, log)
  await applyConfiguredTerms(pool, config.feeTerms)
  const metrics = config.metrics === null ? null : createMetrics()
  const tracing = config.tracesUrl === null ? null : await openTracing(config.tracesUrl)
  tracing?.tracePool(pool)
  const writers = createRecentWriters()
  const replica =
    config.databaseReadUrl === null
      ? undefined
      : createReplica(config.databaseReadUrl, pool, config.databasePool, { log, writers })
  if (replica !== undefined) tracing?.tracePool(replica.pool)
  const sharedPages = createSharedPages(writers, { fromReplica: replica !== undefined })
  const deps: Deps = {
    config,
    pool,
    replica,
    sharedPages,
    log,
    clock: () => new Date(Date.now() + config.clockOffset),
    payments: (config.recoveryHold ? cutOffProvider : createStripeProvider)(config.stripe),
    limits: config.authTestLimits ? undefined : createWriteLimits(pool),
  }
  const authenticator = createAuthenticator(deps)
  const authenticate = (token: string) => authenticator.viewerOf(token)

  const app = createHttpApp(log, config.trustedProxies, { publicUrl: config.publicUrl })
  separateFiles(app, config)
  metrics?.timeRequests(app)
  tracing?.traceRequests(app)
  allowOwnPages(app, ownOrigins(config))
  rereadAfterOwnChanges(app, authenticator, config.auth.basePath)
  const drain = drainable(app)
  if (!config.authTestLimits) limitConnections(app.server, config.trustedProxies)
  healthRoute(app, deps, { ...drain, isHeld: config.recoveryHold })
  await app.register(authRoutes, deps)
  const deliveries = await webhookRoutes(app, deps)
  licenceKeyRoutes(app, deps)
  signingCertificateRoutes(app, deps)
  licenceDocumentRoutes(app, deps)
  await unsubscribeRoutes(app, deps)
  const policyReports = policyReportRoutes(app, deps)
  const storage = await openStorage(config, log)
  await storageRoutes(app, deps, storage, authenticate)
  exportRoute(app, deps, storage.tools.files)
  statementFileRoute(app, deps)
  approvedWorkFileRoute(app, deps, storage.tools.files)
  const settings = authSettings(config)
  const routes = createRoutes(app, {
    authenticate,
    clock: deps.clock,
    limits: deps.limits,
    reads: config.authTestLimits ? undefined : createReadLimits(),
    async refuse(key, viewer, now) {
      await refuseLimited(deps.pool, key, { personId: viewer.id, now })
      await refuseUnproven(deps.pool, settings, key, viewer, now)
    },
    wrote: writers.wrote,
    operatorStanding: (viewer) => operatorStanding(viewer, config.operatorEmails),
    operatorMay: operatorMay(deps.pool),
    personInView: personInView(deps.pool, (viewer) =>
      operatorStanding(viewer, config.operatorEmails),
    ),
  })
  registerApi(routes, deps)
  openApiRoute(app, routes.registered(), config)
  const personal = personalPages(deps, {
    pageViewer: authenticator.pageViewer,
    read: routes.read,
  })
  const web = webFolder()
  if (web === null) refuseUnknownPaths(app)
  else await serveWebApp(app, web, deps, personal)
  await app.ready()

  const { access, livingSessions } = authenticator
  const realtime = createRealtime({
    ...deps,
    conversations: conversationSource,
    reviews: reviewSource,
    httpServer: app.server,
    authenticate,
    livingSessions,
    access,
    listsChanged: sharedPages.changed,
    ...(config.authTestLimits ? { socketLimits: null } : {}),
  })
  await realtime.ready
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom })
  // Separate pools: a burst of jobs must neither take the requests' connections nor wait for them, and a job may run
  // statements that no request may.
  const tasksPool = createPool(config.databaseUrl, TASK_CONNECTIONS)
  tracing?.tracePool(tasksPool)
  const tasks = {
    ...createTasks({ ...deps, pool: tasksPool }, mailer, storage.tools),
    ...fileTasks({ ...deps, pool: tasksPool }, storage),
    ...realtime.tasks,
  }
  // The queue's own statements are short, so a silent connection costs it no longer than a request.
  const jobsPool = createPool(config.databaseUrl, JOB_CONNECTIONS, PATIENCE.request)
  const working = async () => {
    const jobs = await startJobs(jobsPool, tracing?.traceTasks(tasks) ?? tasks, log, [
      ...PAYMENT_CRONTAB,
      ...CLOCK_CRONTAB,
      ...FILE_CRONTAB,
      ...TRACK_RECORD_CRONTAB,
      ...RING_CRONTAB,
      ...RETENTION_CRONTAB,
    ])
    await lookAtStart(deps)
    await tidyAtStart(deps)
    return jobs
  }
  // Mails, money and clean-ups are jobs: a recovered database may have some that already ran.
  const jobs = config.recoveryHold ? null : await working()

  metrics?.watchPool('requests', pool)
  metrics?.watchPool('tasks', tasksPool)
  if (replica !== undefined) metrics?.watchReplica(replica)
  metrics?.watchPool('jobs', jobsPool)
  metrics?.watchSharedPages(sharedPages.counts)
  metrics?.watchPersonalPages(personal.counts)
  metrics?.watchSockets(realtime.count)
  metrics?.watchDeliveries(deliveries)
  metrics?.watchPolicyReports(policyReports)
  metrics?.watchLog({ dropped: logDestination.dropped, leftOut: logFlood.leftOut })
  metrics?.watchDatabase(pool)
  let metricsServer: { close(): Promise<void> } | null = null

  return {
    async listen() {
      if (metrics !== null && config.metrics !== null)
        metricsServer = await serveMetrics(metrics, config.metrics, log)
      await app.listen({ port: config.port, host: config.host })
    },
    async close() {
      drain.begin()
      // No new requests from here on; the running ones finish.
      const jobsEnded = jobs?.stop()
      jobsEnded?.catch(() => undefined)
      await pause(config.drainNotice)
      // Sockets reconnect immediately, and the load balancer already routes them elsewhere.
      await realtime.close()
      const closed = app.close()
      // A slow download or upload is cut off here and resumes with another process.
      setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
      await closed
      await jobsEnded
      keyVersions.stop()
      logAges.stop()
      mailer.close()
      await storage.close()
      await jobsPool.end()
      await tasksPool.end()
      await replica?.close()
      await flushPublished(pool)
      await pool.end()
      await tracing?.stop()
      await metricsServer?.close()
    },
  }
}

/** dist/web beside the bundle, or under the working directory when run from sources; null when nothing is built. */
function webFolder(): string | null {
  const candidates = [join(import.meta.dirname, '..', 'web'), join(process.cwd(), 'dist', 'web')]
  return candidates.find((folder) => existsSync(join(folder, 'app.html'))) ?? null
}
