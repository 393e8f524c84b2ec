import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { registerApi } from './api.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { createAuthenticator } from './auth/viewer.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import type { Deps } from './deps.ts'
import { healthRoute } from './health.ts'
import { createHttpApp } from './http/app.ts'
import { refuseUnknownPaths } from './http/error-handler.ts'
import { createLog } from './http/log.ts'
import { openApiRoute } from './http/openapi.ts'
import { createRoutes } from './http/routes.ts'
import { serveWebApp } from './http/web-app.ts'
import { startJobs } from './jobs/runner.ts'
import { PAYMENT_CRONTAB } from './payments/payment-tasks.ts'
import { webhookRoutes } from './payments/webhook-routes.ts'
import { createMailer } from './providers/mail/mailer.ts'
import { createStripeProvider } from './providers/stripe/stripe-provider.ts'
import { createRealtime } from './realtime/realtime.ts'
import { createTasks } from './tasks.ts'
import { storageRoutes } from './uploads/storage-routes.ts'

/** How long requests in flight may take once the process was told to stop, in ms. */
const GRACE_MS = 5_000

/** One server process: everything it serves behind one port. */
export interface Server {
  /** Resolves once requests are answered. Throws when the address is taken. */
  listen(): Promise<void>
  /** Answers what has begun, finishes running jobs, lets go of the database. */
  close(): Promise<void>
}

/** Puts the process together from its configuration and brings the database up to date. */
export async function createServer(config: Config): Promise<Server> {
  const log = createLog(config.logLevel)
  await migrate(config.databaseUrl)
  const pool = createPool(config.databaseUrl, config.databasePool)
  const deps: Deps = {
    config,
    pool,
    log,
    clock: () => new Date(),
    payments: createStripeProvider(config.stripe),
  }
  const authenticator = createAuthenticator(deps)
  const authenticate = (token: string) => authenticator.viewerOf(token)

  const app = createHttpApp(log, config.trustedProxies)
  healthRoute(app, deps)
  await app.register(authRoutes, deps)
  await webhookRoutes(app, deps)
  await storageRoutes(app, deps, authenticate)
  const routes = createRoutes(app, { authenticate, clock: deps.clock })
  registerApi(routes, deps)
  openApiRoute(app, routes.registered(), config.publicUrl)
  const web = webFolder()
  if (web === null) refuseUnknownPaths(app)
  else await serveWebApp(app, web)
  await app.ready()

  const realtime = createRealtime({ ...deps, httpServer: app.server, authenticate })
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom })
  const tasks = { ...createTasks(deps, mailer), ...realtime.tasks }
  const jobs = await startJobs(pool, tasks, log, PAYMENT_CRONTAB)

  return {
    async listen() {
      await app.listen({ port: config.port, host: config.host })
    },
    async close() {
      await realtime.close()
      const closed = app.close()
      // Browsers keep idle connections open for good; what is still answering gets this long.
      setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
      await closed
      await jobs.stop()
      mailer.close()
      await pool.end()
    },
  }
}

/** dist/web beside the bundle, or under the working folder when run from sources; null where nothing is built. */
function webFolder(): string | null {
  const candidates = [join(import.meta.dirname, '..', 'web'), join(process.cwd(), 'dist', 'web')]
  return candidates.find((folder) => existsSync(join(folder, 'app.html'))) ?? null
}
