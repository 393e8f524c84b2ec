import Fastify from 'fastify'
import { registerApi } from './api.ts'
import { expireSessions } from '#sandbox/stripe/objects/checkout-sessions.ts'
import { registerControlApi } from '#sandbox/stripe/control/control-api.ts'
import { type Controls, createControls } from '#sandbox/stripe/control/controls.ts'
import { pruneEvents } from '#sandbox/stripe/objects/events.ts'
import { type StripeFailure, unrecognizedUrl } from '#sandbox/stripe/state/failures.ts'
import { pruneKeys } from '#sandbox/stripe/state/idempotency.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { runPayouts } from '#sandbox/stripe/objects/payouts.ts'
import { registerCheckoutPage } from '#sandbox/stripe/pages/checkout-page.ts'
import { registerDashboard } from '#sandbox/stripe/pages/dashboard-page.ts'
import {
  registerExpressPages,
  registerOnboardingPages,
} from '#sandbox/stripe/pages/onboarding-page.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { type SandboxState, clearState, openState } from '#sandbox/stripe/state/state.ts'
import { startWebhooks } from '#sandbox/stripe/control/webhooks.ts'

/** The settings of every sandbox. */
export interface SandboxOptions {
  /** The state file; null or absent keeps the state in memory only. */
  stateFile?: string | null
  secretKey: string
  webhookSecret: string
  /** Where events are sent; null or absent keeps them until `setWebhookUrl`. */
  webhookUrl?: string | null
  /** Where browsers reach the pages, if not at the address the server listens on. */
  publicUrl?: string
  /** The real time. Tests pass their own; the sandbox's clock is an offset to it. */
  now?: () => Date
}

/** How a sandbox that listens is run. */
export interface StripeSandboxOptions extends SandboxOptions {
  /** 0 selects any free port; the address is in the result. */
  port: number
  /** The loopback interface by default: the pages have no password. */
  host?: string
}

/** An API call without a connection in between. */
export interface DirectCall {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** An in-process sandbox that does not listen: for runs of many thousand calls. */
export interface SilentSandbox {
  controls: Controls
  state: SandboxState
  /** Responds to an API call as it would over HTTP. Returns nothing for a switch that never responds. */
  call(
    request: DirectCall,
  ): Promise<{ status: number; headers: Record<string, string>; body: string }>
  /** Resets everything, as if just started. */
  reset(): void
  /** What a running sandbox does every second: expiries, due payouts, and pruning. */
  keepHouse(): void
  close(): Promise<void>
}

/** A running sandbox. */
export interface StripeSandbox {
  /** Its address: the API's base and the dashboard. */
  url: string
  /** The buttons of its pages, for tests in the same process. Their effects are stored and sent soon after. */
  controls: Controls
  /** Its state; read only. */
  state: SandboxState
  setWebhookUrl(url: string | null): void
  /** Stops listening and sending. Everything acknowledged is in the state file. */
  close(): Promise<void>
}

/** How often expiries and forgotten keys are checked without a call. */
const HOUSEKEEPING_MS = 1_000
/** The largest body we could plausibly send to Stripe. */
const BODY_LIMIT = 1_048_576

/** Starts a sandbox. Rejects when the port is in use or the state file is not ours. */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { app, sandbox, controls, store, webhooks, commitSoon, setUrl } = assemble(options)
  const { state } = sandbox
  let url = ''
  try {
    url = await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
    setUrl(url)
  } catch (error) {
    await webhooks.stop()
    throw error
  }
  const housekeeping = setInterval(() => {
    const events = Object.keys(state.events).length
    keepHouse(sandbox)
    if (Object.keys(state.events).length !== events) commitSoon()
  }, HOUSEKEEPING_MS)
  return {
    url,
    controls,
    state,
    setWebhookUrl: (next) => webhooks.setUrl(next),
    async close() {
      clearInterval(housekeeping)
      await webhooks.stop()
      await app.close()
      await store.commit()
    },
  }
}

/** Creates a sandbox for calls from this process. Events are recorded; none is sent. */
export async function createSilentSandbox(options: SandboxOptions): Promise<SilentSandbox> {
  const { app, controls, sandbox, webhooks, setUrl } = assemble({ ...options, webhookUrl: null })
  setUrl('http://sandbox.invalid')
  await app.ready()
  return {
    controls,
    state: sandbox.state,
    async call({ method, path, headers, body }) {
      const answer = await app.inject({
        method: method === 'POST' ? 'POST' : 'GET',
        url: path,
        headers,
        ...(method === 'POST' ? { payload: body } : {}),
      })
      const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(answered) as Record<string, string>,
        body: answer.body,
      }
    },
    reset: () => clearState(sandbox.state),
    keepHouse: () => keepHouse(sandbox),
    async close() {
      await webhooks.stop()
      await app.close()
    },
  }
}

function assemble(options: SandboxOptions) {
  const realNow = options.now ?? (() => new Date())
  const store = openState(options.stateFile ?? null)
  const { state } = store
  let url = ''
  const webhooks = startWebhooks({
    state,
    secret: options.webhookSecret,
    url: options.webhookUrl ?? null,
    realNow,
    commit: () => store.commit(),
  })
  const sandbox: Sandbox = {
    state,
    now: () => new Date(realNow().getTime() + state.clock_offset_ms),
    seconds: () => Math.floor((realNow().getTime() + state.clock_offset_ms) / 1000),
    publicUrl: () => options.publicUrl ?? url,
    cause: null,
    account: null,
    bent: null,
    async commit() {
      await store.commit()
      webhooks.wake()
    },
  }
  // For changes that no one awaits: a failed write is logged, and the next change retries.
  const commitSoon = () => {
    sandbox.commit().catch((error: unknown) => {
      process.stderr.write(`Stripe sandbox: the state could not be stored: ${String(error)}\n`)
    })
  }
  const controls = createControls(sandbox, webhooks, commitSoon)
  const app = createApp(sandbox)
  registerApi(app, sandbox, { secretKey: options.secretKey })
  registerControlApi(app, sandbox, controls, webhooks)
  registerCheckoutPage(app, sandbox)
  registerOnboardingPages(app, sandbox)
  registerExpressPages(app, sandbox)
  registerDashboard(app, sandbox, controls)
  const setUrl = (next: string) => {
    url = next
  }
  return { app, sandbox, controls, store, webhooks, commitSoon, setUrl }
}

function keepHouse(sandbox: Sandbox): void {
  expireSessions(sandbox)
  runPayouts(sandbox)
  pruneKeys(sandbox.state, sandbox.now())
  pruneEvents(sandbox)
}

function createApp(sandbox: Sandbox) {
  // A caller left without a response by a switch must not keep the server from closing.
  const app = Fastify({ forceCloseConnections: true, bodyLimit: BODY_LIMIT })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // Everything due by the sandbox's clock must have happened before a caller reads the state.
  app.addHook('onRequest', async () => {
    expireSessions(sandbox)
    runPayouts(sandbox)
  })
  app.setNotFoundHandler((request, reply) => {
    const failure: StripeFailure = unrecognizedUrl(request.method, request.url.split('?')[0] ?? '')
    return reply
      .code(failure.status)
      .header('request-id', newId('req', 14))
      .send({ error: failure.body })
  })
  return app
}
