import Stripe from 'stripe'
import { directCall, DirectResponse } from '#sandbox/stripe/direct-client.ts'
import type { DirectCall, SilentSandbox } from '#sandbox/stripe/server.ts'
import { type Fault, SWITCHED } from './faults.ts'

/** A call that the product is waiting for. */
interface HeldCall {
  answer(): void
}

/** The SDK's constructor parameters; their types have no exported names. */
type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>
type Answer = Awaited<ReturnType<SilentSandbox['call']>>

/**
 * The connection between the official SDK and the sandbox, without sockets and without time: a timeout is an error
 * thrown at once, and a slow response comes when the run says so. One fault per call.
 */
export class ProviderLine implements HttpClient {
  /** The fates of the next calls; once they are used up, calls succeed. */
  faults: Fault[] = []
  /** Calls waiting for a response, oldest first. */
  held: HeldCall[] = []
  /** Keys of calls that move money, sent since the world was emptied. */
  readonly keys = new Set<string>()
  /** Called before every call. */
  onCall: (call: string) => void = () => undefined
  private whenHeld: (() => void)[] = []
  private readonly sandbox: SilentSandbox

  constructor(sandbox: SilentSandbox) {
    this.sandbox = sandbox
  }

  getClientName(): string {
    return 'simulated'
  }

  /** Resolves as soon as a call is held from now on. */
  nextHold(): Promise<void> {
    return new Promise((resolve) => this.whenHeld.push(resolve))
  }

  /** The process died, so nothing waits for a response any more. */
  cut(): void {
    this.held = []
    this.whenHeld = []
    this.faults = []
  }

  async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: Parameters<HttpClient['makeRequest']>[4],
    body: string,
  ): ReturnType<HttpClient['makeRequest']> {
    this.onCall(`${method} ${path}`)
    const fault = this.faults.shift() ?? 'ok'
    const call = directCall(method, path, headers, body)
    if (method === 'POST' && MOVING.has(path)) this.keys.add(call.headers['Idempotency-Key'] ?? '')
    const answer = await this.struck(call, fault)
    return new DirectResponse(answer)
  }

  private async struck(call: DirectCall, fault: Fault): Promise<Answer> {
    if (call.method === 'GET' && SWITCHED.has(fault)) return BROKEN
    if (fault === 'timeout_before') throw Stripe.HttpClient.makeTimeoutError()
    if (SWITCHED.has(fault)) {
      this.sandbox.controls.setSwitch(fault, 1)
      const answer = await this.sandbox.call(call)
      // A transfer's fault that hit another call must not stay queued for the next transfer.
      this.sandbox.controls.setSwitch(fault, 0)
      return answer
    }
    if (fault === 'held_before') await this.hold()
    const answer = await this.sandbox.call(call)
    if (fault === 'held_after') await this.hold()
    if (fault === 'timeout_after') throw Stripe.HttpClient.makeTimeoutError()
    if (fault === 'reset_after')
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    return answer
  }

  private hold(): Promise<void> {
    return new Promise((resolve) => {
      this.held.push({ answer: resolve })
      for (const notify of this.whenHeld.splice(0)) notify()
    })
  }
}

/** Calls that move money. */
const MOVING = new Set(['/v1/transfers', '/v1/refunds', '/v1/payment_intents'])

const BROKEN: Answer = {
  status: 500,
  headers: { 'stripe-should-retry': 'false' },
  body: '{"error":{"type":"api_error","message":"An unknown error occurred."}}',
}
