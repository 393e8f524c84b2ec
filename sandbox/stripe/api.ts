import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountLinkRoutes } from '#sandbox/stripe/objects/account-links.ts'
import { accountRoutes } from '#sandbox/stripe/objects/accounts.ts'
import type { ApiRoute } from '#sandbox/stripe/objects/api-route.ts'
import { balanceRoutes } from '#sandbox/stripe/objects/balance.ts'
import { balanceSettingsRoutes } from '#sandbox/stripe/objects/balance-settings.ts'
import { chargeRoutes } from '#sandbox/stripe/objects/charges.ts'
import { checkoutSessionRoutes } from '#sandbox/stripe/objects/checkout-sessions.ts'
import { customerRoutes } from '#sandbox/stripe/objects/customers.ts'
import { disputeRoutes } from '#sandbox/stripe/objects/disputes.ts'
import { eventRoutes } from '#sandbox/stripe/objects/event-routes.ts'
import { API_VERSION } from '#sandbox/stripe/objects/events.ts'
import { expanded } from '#sandbox/stripe/objects/expand.ts'
import {
  StripeFailure,
  brokenInside,
  cannot,
  noAccess,
  unauthorized,
} from '#sandbox/stripe/state/failures.ts'
import { parseForm } from '#sandbox/stripe/objects/form-body.ts'
import { hashParams, isKept, keptAnswer } from '#sandbox/stripe/state/idempotency.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { paymentIntentRoutes } from '#sandbox/stripe/objects/payment-intent-routes.ts'
import { paymentMethodRoutes } from '#sandbox/stripe/objects/payment-methods.ts'
import { payoutRoutes } from '#sandbox/stripe/objects/payouts.ts'
import { refundRoutes } from '#sandbox/stripe/objects/refunds.ts'
import { logRequest } from '#sandbox/stripe/state/request-log.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { setupIntentRoutes } from '#sandbox/stripe/objects/setup-intents.ts'
import { type Switch, takeFault } from '#sandbox/stripe/state/switches.ts'
import { transferRoutes } from '#sandbox/stripe/objects/transfers.ts'

/** Every call of Stripe's API this sandbox implements. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...checkoutSessionRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...transferRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...balanceSettingsRoutes,
  ...payoutRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...eventRoutes,
]

/** A response as it goes over the wire. */
interface Answer {
  status: number
  body: string
  headers: Record<string, string>
}

/** Registers the API on a server whose bodies arrive as text. */
export function registerApi(
  app: FastifyInstance,
  sandbox: Sandbox,
  options: { secretKey: string },
): void {
  for (const route of API_ROUTES) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => answerCall(sandbox, route, options.secretKey, request, reply),
    })
  }
}

async function answerCall(
  sandbox: Sandbox,
  route: ApiRoute,
  secretKey: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = newId('req', 14)
  const path = request.url.split('?')[0] ?? request.url
  const key = route.method === 'POST' ? headerText(request, 'idempotency-key') : null
  const raw = readParams(route, request)
  const entry = logRequest(sandbox.state, {
    id: requestId,
    at: sandbox.now().toISOString(),
    method: route.method,
    path,
    idempotency_key: key,
    params: raw.ok ? raw.params : null,
    status: null,
    replayed: false,
    fault: null,
  })
  const fault = takeFault(sandbox.state, `${route.method} ${route.path}`)
  entry.fault = fault?.name ?? null
  if (fault?.fault.at === 'before' && fault.fault.does !== 'answer')
    return breakOff(request, reply, fault)

  const call = `${route.method} ${path}`
  const hash = raw.ok ? hashParams(raw.params) : ''
  let answer: Answer
  try {
    checkKey(request, secretKey)
    const account = accountOf(sandbox, route, request)
    if (!raw.ok) throw raw.failure
    turnAway(fault)
    const kept =
      key === null
        ? null
        : keptAnswer(sandbox.state, key, { call, params_hash: hash, now: sandbox.now() })
    if (kept === null) {
      answer = execute(sandbox, route, {
        request,
        key,
        hash,
        call,
        requestId,
        params: raw.params,
        fault,
        account,
      })
    } else {
      entry.replayed = true
      const replayHeaders = { 'idempotent-replayed': 'true', 'original-request': kept.request_id }
      answer = {
        status: kept.status,
        body: kept.body,
        headers: { ...kept.headers, ...replayHeaders },
      }
    }
  } catch (error) {
    answer = failed(error)
  }
  entry.status = answer.status
  // Before the response leaves: an acknowledged write must survive a kill.
  if (route.method === 'POST') await sandbox.commit()
  if (fault?.fault.at === 'after' && fault.fault.does !== 'answer')
    return breakOff(request, reply, fault)
  return reply
    .code(answer.status)
    .headers({ 'request-id': requestId, 'stripe-version': API_VERSION, ...answer.headers })
    .headers(key === null ? {} : { 'idempotency-key': key })
    .type('application/json')
    .send(answer.body)
}

/** Executes a call whose key has no stored response, and stores it. Synchronous. */
function execute(
  sandbox: Sandbox,
  route: ApiRoute,
  given: {
    request: FastifyRequest
    key: string | null
    hash: string
    call: string
    requestId: string
    params: Record<string, unknown>
    fault: Switch | null
    account: string | null
  },
): Answer {
  const { key, fault } = given
  const work = route.prepare(pathId(given.request), given.params)
  let answer: Answer
  let failure: StripeFailure | null = null
  sandbox.cause = { id: given.requestId, idempotency_key: key }
  sandbox.account = given.account
  sandbox.bent = fault?.fault.does === 'bend' ? fault.name : null
  try {
    if (fault?.fault.at === 'before' && fault.fault.does === 'answer') throw fault.fault.failure()
    const object = expanded(sandbox.state, work(sandbox), expandPaths(given.params))
    if (fault?.fault.at === 'after' && fault.fault.does === 'answer') throw fault.fault.failure()
    answer = { status: 200, body: JSON.stringify(object), headers: {} }
  } catch (error) {
    failure = error instanceof StripeFailure ? error : null
    answer = failed(error)
  } finally {
    sandbox.cause = null
    sandbox.account = null
    sandbox.bent = null
  }
  if (key !== null && isKept(route.path.startsWith('/v1/') ? 'v1' : 'v2', answer.status, failure)) {
    sandbox.state.kept_answers[key] = {
      ...answer,
      call: given.call,
      params_hash: given.hash,
      request_id: given.requestId,
      kept_at: sandbox.now().getTime(),
    }
  }
  return answer
}

/** Faults that occur before the key is looked up: 409 and 429. */
function turnAway(struck: Switch | null): void {
  if (struck?.fault.at !== 'before' || struck.fault.does !== 'answer') return
  const failure = struck.fault.failure()
  if (!failure.kept) throw failure
}

function failed(error: unknown): Answer {
  const failure = error instanceof StripeFailure ? error : brokenInside()
  if (!(error instanceof StripeFailure)) {
    // A bug of the sandbox itself: the caller gets a 500 as Stripe would send it, the developer the cause.
    process.stderr.write(
      `Stripe sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  }
  return {
    status: failure.status,
    body: JSON.stringify({ error: failure.body }),
    headers: failure.headers,
  }
}

/** Leaves the caller without a response: silent until they disconnect, or cut off at once. */
function breakOff(request: FastifyRequest, reply: FastifyReply, fault: Switch): FastifyReply {
  reply.hijack()
  if (fault.fault.does === 'reset') request.raw.socket.resetAndDestroy()
  return reply
}

function checkKey(request: FastifyRequest, secretKey: string): void {
  const given = /^Bearer\s+(\S+)$/i.exec(headerText(request, 'authorization') ?? '')?.[1]
  if (given === undefined) {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    )
  }
  if (given !== secretKey)
    throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}********`)
}

/**
 * The connected account a call acts in. A route without support refuses it, because ignoring it would hide a mistake.
 */
function accountOf(sandbox: Sandbox, route: ApiRoute, request: FastifyRequest): string | null {
  const account = headerText(request, 'stripe-account')
  if (account === null) return null
  if (sandbox.state.accounts[account] === undefined) throw noAccess(account)
  if (!route.inAccounts)
    throw cannot(`Stripe sandbox: ${route.method} ${route.path} is not spoken for an account.`)
  return account
}

function readParams(
  route: ApiRoute,
  request: FastifyRequest,
): { ok: true; params: Record<string, unknown> } | { ok: false; failure: StripeFailure } {
  const text = typeof request.body === 'string' ? request.body : ''
  if (route.method === 'GET')
    return { ok: true, params: parseForm(request.url.split('?')[1] ?? '') }
  if (route.path.startsWith('/v1/')) return { ok: true, params: parseForm(text) }
  try {
    const parsed: unknown = text === '' ? {} : JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return { ok: true, params: { ...parsed } }
  } catch {
    // Handled below, like JSON that is not an object.
  }
  const body = {
    type: 'invalid_request_error',
    code: 'invalid_json',
    message: 'The request body is not valid JSON.',
  } as const
  return { ok: false, failure: new StripeFailure(400, body, { kept: false }) }
}

function expandPaths(params: Record<string, unknown>): string[] {
  const { expand } = params
  return Array.isArray(expand) ? expand.filter((path) => typeof path === 'string') : []
}

function pathId(request: FastifyRequest): string {
  const { params } = request
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
}

function headerText(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
